export type JobStatus = 'pending' | 'running' | 'done' | 'error' | 'cancelled'

/** Background work requested by a request. Times are epoch milliseconds. */
export interface Job {
  readonly id: number
  readonly uuid: string
  readonly kind: string
  readonly status: JobStatus
  /** JSON text. */
  readonly payload: string
  /** JSON text; null until done. */
  readonly result: string | null
  /** JSON text; null unless status is `error`. */
  readonly errors: string | null
  readonly user_id: number | null
  /** The network address of an anonymous user, as limits count it; null for users. */
  readonly origin: string | null
  readonly created_on: number
  readonly changed_on: number
  /** The job is not claimed before this time. */
  readonly run_after: number
  readonly started_on: number | null
  readonly finished_on: number | null
  readonly attempts: number
  /** The worker that claimed it, and the time at which the claim expires unless renewed. */
  readonly claimed_by: string | null
  readonly claimed_until: number | null
}
