import { type For, WorkerPool } from '#server/workers/pool.ts'
import type { WorkbookSheet, WorkbookTask } from './workbook-task.ts'

/** Milliseconds and MiB that reading one workbook may take. */
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
 * Writes a sheet of a workbook as CSV next to it, in a thread. Fails with `upload-unreadable` and `upload-sheet`, and as
 * `WorkerPool.run` does.
 */
export function readWorkbook(task: WorkbookTask, who: Pick<For, 'person' | 'signal'>): Promise<WorkbookSheet> {
  return pool.run(task, who)
}
