/** The status of a job, as on the wire. Only `done` and `error` are sent as events. */
export type AsyncStatus = 'pending' | 'running' | 'done' | 'error'

/** Why a job failed. */
export interface AsyncError {
  readonly message: string
  readonly error_type?: string
  readonly extra?: Readonly<Record<string, unknown>>
}

/** A job that computes chart data: the body of a 202 response. */
export interface AsyncJob {
  readonly channel_id: string
  readonly job_id: string
  readonly user_id: number | null
  readonly status: AsyncStatus
  readonly errors: readonly AsyncError[]
  /** Path of the result below the base path; null until done. */
  readonly result_url: string | null
}

/** The outcome of a job. Ids are `<epoch ms>-<n>` and increase. */
export interface AsyncEvent extends AsyncJob {
  readonly id: string
}

/** How the browser receives events. */
export interface AsyncSettings {
  readonly transport: 'polling' | 'ws'
  /** Milliseconds between two polls. */
  readonly pollingDelay: number
}

/** Compares two event ids; negative if `a` is earlier than `b`. An invalid id is earlier than all others. */
export function compareEventIds(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  return left[0] - right[0] || left[1] - right[1]
}

function partsOf(id: string): readonly [ms: number, sequence: number] {
  const match = /^(\d+)-(\d+)$/.exec(id)
  return match ? [Number(match[1]), Number(match[2])] : [-1, -1]
}
