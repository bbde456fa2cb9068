import type { TaskOptions } from '#server/workers/pool.ts'
import type { OnRows } from '#server/engines/engine.ts'

/** The uploading user, the abort signal, and the receiver of progress. */
export interface Uploader extends Pick<TaskOptions, 'person' | 'signal'> {
  readonly onRows?: OnRows | undefined
}
