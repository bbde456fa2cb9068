import { openThread } from '#server/sql/thread.ts'
import type { SheetColumn } from './sheet.ts'

/**
 * A spreadsheet of one sheet. `cells` are JSON lists by column; they are handed over. Made in a thread of its own, so
 * that nobody waits for it but who asked; an abort ends the thread.
 */
export function makeXlsx(columns: readonly SheetColumn[], cells: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const worker = openThread(import.meta.url, 'xlsx-worker', {}, { columns, cells })
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', stop)
      settle()
      void worker.terminate()
    }
    const stop = (): void => end(() => reject(signal.reason))
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', (bytes: Uint8Array) => end(() => resolve(bytes)))
    worker.once('error', (error) => end(() => reject(error)))
    worker.once('exit', () => end(() => reject(new Error('The spreadsheet was not finished'))))
  })
}
