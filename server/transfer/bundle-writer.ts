import type { BundleProgress } from '#core/rest/bundle.ts'
import { type TaskOptions, WorkerPool } from '#server/workers/pool.ts'
import type { BundleKind } from './bundle.ts'
import type { WriterTask } from './bundle-writer-worker.ts'
import type { BundleFiles } from './export.ts'
import type { ReportProgress } from './progress.ts'

/** Maximum milliseconds and MiB for writing one bundle. */
const LIMIT_MS = 60_000
const MEMORY_MB = 1024

const pool = new WorkerPool<WriterTask, Uint8Array>({
  from: import.meta.url,
  name: 'bundle-writer-worker',
  threads: 2,
  limitMs: LIMIT_MS,
  memoryMb: MEMORY_MB,
  tasks: 'bundle-tasks',
})

/**
 * Returns the name of a bundle's file and of its root folder, such as `dashboard_export_20220501T123456`. `at` in epoch
 * milliseconds.
 */
export function bundleName(kind: BundleKind, at: number): string {
  const stamp = new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')
  return `${kind}_export_${stamp}`
}

/** Returns a bundle as a ZIP file, printed and compressed in a worker thread. */
export function writeBundle(
  files: BundleFiles,
  {
    root,
    at,
    tell,
    ...who
  }: Pick<WriterTask, 'root' | 'at'> & Pick<TaskOptions, 'person' | 'signal'> & { readonly tell?: ReportProgress },
): Promise<Uint8Array> {
  return pool.run({ root, files: [...files], at }, { ...who, hear: (reported) => tell?.(reported as BundleProgress) })
}
