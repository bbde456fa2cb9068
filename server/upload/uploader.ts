import type { For } from '#server/workers/pool.ts'
import type { OnRows } from './running-uploads.ts'

/** The user who uploads, the end of the upload, and what takes its progress. */
export interface Uploader extends Pick<For, 'person' | 'signal'> {
  readonly onRows?: OnRows | undefined
}
