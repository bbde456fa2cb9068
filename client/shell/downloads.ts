import { ApiResponseError } from '#calls/call.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { saveFile } from './save-file.ts'

/** The maximum number of concurrent downloads. */
export const MAX_DOWNLOADS = 6

/** A download in progress. */
export interface Download {
  readonly id: number
  readonly name: string
  /** The progress as text. */
  readonly progress: string
  /** From 0 to 1, if known. */
  readonly share: number | undefined
  readonly cancel: () => void
}

/** The context passed to the function that creates a file. */
export interface DownloadContext {
  readonly signal: AbortSignal
  readonly tell: (progress: string, share?: number) => void
}

/** A created file, and a message to show once it is saved. */
export interface CreatedFile {
  readonly content: Blob
  /** The name it is saved under, if different from the listed one. */
  readonly fileName?: string | undefined
  readonly note?: string | undefined
}

let runningDownloads: readonly Download[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Download[]): void {
  runningDownloads = next
  for (const listener of listeners) listener()
}

/** The downloads in progress, oldest first. */
export const downloads = {
  all: (): readonly Download[] => runningDownloads,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

const wasLeft = (error: unknown, signal: AbortSignal) =>
  signal.aborted || (error instanceof ApiResponseError && error.kind === 'abort')

/**
 * Creates a file and saves it in the browser under this name. It is listed until then and can be cancelled; a toast
 * reports the outcome. Never rejects.
 */
export async function download(
  name: string,
  make: (downloadContext: DownloadContext) => Promise<CreatedFile>,
): Promise<void> {
  if (runningDownloads.length >= MAX_DOWNLOADS) {
    toast.show({ text: t('%s files are being saved: wait for one, or cancel it.', MAX_DOWNLOADS), tone: 'warn' })
    return
  }
  lastId += 1
  const id = lastId
  const leave = new AbortController()
  const { signal } = leave
  const reportProgress = (progress: string, share?: number) =>
    set(runningDownloads.map((each) => (each.id === id ? { ...each, progress, share } : each)))
  set([...runningDownloads, { id, name, progress: '', share: undefined, cancel: () => leave.abort() }])
  try {
    const { content, note, fileName = name } = await make({ signal, tell: reportProgress })
    if (signal.aborted) return
    saveFile(content, fileName)
    toast.show({ text: note ? t('Saved %s: %s', fileName, note) : t('Saved %s', fileName), tone: 'good' })
  } catch (error) {
    if (wasLeft(error, signal)) return
    const reason = error instanceof Error ? error.message : String(error)
    toast.show({ text: t('The download failed: %s', reason), tone: 'danger' })
  } finally {
    set(runningDownloads.filter((each) => each.id !== id))
  }
}
