import type { BundleProgress } from '#core/rest/bundle.ts'
import { transferableBytes } from '#server/workers/transferable-bytes.ts'
import { type TaskOptions, WorkerPool } from '#server/workers/pool.ts'
import type { BundleKind, ReadBundle } from './bundle.ts'
import type { ReportProgress } from './progress.ts'
import type { BundleTask } from './bundle-worker.ts'

/** Maximum milliseconds and MiB for reading one bundle. */
const LIMIT_MS = 60_000
const MEMORY_MB = 1024

const pool = new WorkerPool<BundleTask, ReadBundle>({
  from: import.meta.url,
  name: 'bundle-worker',
  threads: 2,
  limitMs: LIMIT_MS,
  memoryMb: MEMORY_MB,
  tasks: 'bundle-tasks',
})

/**
 * Decompresses and reads an uploaded bundle in a worker thread, which takes over the bytes. Throws as `readZip` and
 * `readBundle` do.
 */
export function readUploadedBundle(
  given: Uint8Array,
  kind: BundleKind,
  { tell, ...who }: Pick<TaskOptions, 'person' | 'signal'> & { readonly tell?: ReportProgress },
): Promise<ReadBundle> {
  const bytes = transferableBytes(given)
  return pool.run(
    { bytes, kind },
    {
      ...who,
      transfer: [bytes.buffer],
      hear: (reported) => tell?.(reported as BundleProgress),
    },
  )
}
