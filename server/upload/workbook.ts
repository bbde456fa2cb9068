import { WorkerPool } from '#server/workers/pool.ts'
import type { Uploader } from './uploader.ts'
import type { WorkbookSheet, WorkbookTask } from './workbook-task.ts'

/** Maximum milliseconds and MiB for reading one workbook. */
const LIMIT_MS = 120_000
const MEMORY_MB = 2048

const pool = new WorkerPool<WorkbookTask, WorkbookSheet>({
  from: import.meta.url,
  name: 'workbook-worker',
  threads: 2,
  limitMs: LIMIT_MS,
  memoryMb: MEMORY_MB,
  tasks: 'workbook-tasks',
})

/**
 * Writes a sheet of a workbook as CSV next to it, in a worker thread. Throws `upload-unreadable` and `upload-sheet`,
 * and like `WorkerPool.run`.
 */
export function readWorkbook(task: WorkbookTask, { person, signal, onRows }: Uploader): Promise<WorkbookSheet> {
  return pool.run(task, { person, signal, hear: (rows) => onRows?.(rows as number, null) })
}
