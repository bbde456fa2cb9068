import { type BundledName, exportBundle } from '#calls/bundles.ts'
import { ApiError } from '#calls/call.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { saveFile } from './save-file.ts'

/** Milliseconds after which it is said that an export goes on. */
const UNSAID = 700
/** Seconds for which that stands. */
const LONG = 600

/** Hands rows to the browser as the file of a bundle. One that takes long says so, and can be cancelled. */
export async function saveBundle(name: BundledName, ids: readonly number[], names: string): Promise<void> {
  const leaving = new AbortController()
  let said: number | undefined
  const timer = setTimeout(() => {
    const action = { label: t('Cancel'), onPress: () => leaving.abort() }
    said = toast.show({ text: t('Exporting: %s', names), action, seconds: LONG })
  }, UNSAID)
  try {
    const { content, fileName } = await exportBundle(name, ids, leaving.signal)
    saveFile(content, fileName)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'abort') return
    const text = error instanceof Error ? error.message : String(error)
    toast.show({ text: t('An error occurred while exporting %s: %s', names, text), tone: 'danger' })
  } finally {
    clearTimeout(timer)
    if (said !== undefined) toast.close(said)
  }
}
