import type { BundleProgress } from '#core/rest/bundle.ts'
import { ownBytes } from '#server/workers/own-bytes.ts'
import { type For, WorkerPool } from '#server/workers/pool.ts'
import type { BundleKind, ReadBundle } from './bundle.ts'
import type { TellProgress } from './progress.ts'
import type { BundleTask } from './bundle-worker.ts'

/** Milliseconds and MiB that reading one bundle may take. */
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

/** Unpacks and reads an uploaded bundle in a thread. The bytes are of no more use. Fails as `readZip` and `readBundle` do. */
export function readUploaded(
  given: Uint8Array,
  kind: BundleKind,
  { tell, ...who }: Pick<For, 'person' | 'signal'> & { readonly tell?: TellProgress },
): Promise<ReadBundle> {
  const bytes = ownBytes(given)
  return pool.run(
    { bytes, kind },
    {
      ...who,
      transfer: [bytes.buffer],
      hear: (told) => tell?.(told as BundleProgress),
    },
  )
}
