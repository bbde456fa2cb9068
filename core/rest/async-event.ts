/** Where a job stands, as on the wire. Only `done` and `error` come as events. */
export type AsyncStatus = 'pending' | 'running' | 'done' | 'error'

/** Why a job failed. */
export interface AsyncError {
  readonly message: string
  readonly error_type?: string
  readonly extra?: Readonly<Record<string, unknown>>
}

/** A job that answers chart data: the body of a 202. */
export interface AsyncJob {
  readonly channel_id: string
  readonly job_id: string
  readonly user_id: number | null
  readonly status: AsyncStatus
  readonly errors: readonly AsyncError[]
  /** Path of the answer below the base path; null until done. */
  readonly result_url: string | null
}

/** What became of a job. Ids are `<epoch ms>-<n>` and grow. */
export interface AsyncEvent extends AsyncJob {
  readonly id: string
}

/** How events come to the browser. */
export interface AsyncSettings {
  readonly transport: 'polling' | 'ws'
  /** Milliseconds between two polls. */
  readonly pollingDelay: number
}

/** Less than zero when `a` came before `b`. What is no id came before all others. */
export function compareEventIds(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  return left[0] - right[0] || left[1] - right[1]
}

function partsOf(id: string): readonly [ms: number, sequence: number] {
  const match = /^(\d+)-(\d+)$/.exec(id)
  return match ? [Number(match[1]), Number(match[2])] : [-1, -1]
}
