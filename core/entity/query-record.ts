/** One line of the query log: a question that was put to data, and how it ended. */
export interface QueryRecord {
  /** Epoch milliseconds of the end. */
  readonly at: number
  /** Null for somebody who has not signed in. */
  readonly user_id: number | null
  readonly dataset_id: number
  readonly chart_id: number | null
  readonly dashboard_id: number | null
  /** Milliseconds from asking to answer, waiting included. */
  readonly duration: number
  /** Milliseconds since the data were made; null when they were made for this question. */
  readonly data_age: number | null
  /** Rows of the answer; null when there was none. */
  readonly row_count: number | null
  readonly cached: boolean
  /** Code of the failure, `abort` when the caller left; null when there was an answer. */
  readonly error: string | null
}
