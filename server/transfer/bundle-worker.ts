import { serveTasks } from '#server/workers/serve-tasks.ts'
import type { BundleKind } from './bundle.ts'
import { throttleProgress } from './progress.ts'
import { readUpload } from './read-upload.ts'

/** An uploaded bundle, and its expected type. */
export interface BundleTask {
  readonly bytes: Uint8Array
  readonly kind: BundleKind | undefined
}

serveTasks(({ bytes, kind }: BundleTask, tell) => ({ reply: readUpload(bytes, kind, throttleProgress(tell)) }))
