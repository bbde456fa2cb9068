import { serveTasks } from '#server/workers/serve-tasks.ts'
import { type BundleKind, readBundle } from './bundle.ts'
import { readZip } from './zip.ts'

/** A bundle as it was uploaded, and what it has to be of. */
export interface BundleTask {
  readonly bytes: Uint8Array
  readonly kind: BundleKind | undefined
}

serveTasks(({ bytes, kind }: BundleTask) => ({ reply: readBundle(readZip(bytes), kind) }))
