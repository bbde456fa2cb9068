/** One entry of the query log: a data query and its outcome. */
export interface QueryRecord {
  /** Epoch milliseconds of the end. */
  readonly at: number
  /** Null for an anonymous user. */
  readonly user_id: number | null
  /** The administrator who viewed the application as the user; null if the user made the query. */
  readonly viewed_by: number | null
  readonly dataset_id: number
  readonly chart_id: number | null
  readonly dashboard_id: number | null
  /** Milliseconds from request to result, including the waiting time. */
  readonly duration: number
  /** Age of the data in milliseconds; null if the query computed them. */
  readonly data_age: number | null
  /** Rows of the result; null if there was none. */
  readonly row_count: number | null
  readonly cached: boolean
  /** Error code, `abort` if the client disconnected; null on success. */
  readonly error: string | null
}
