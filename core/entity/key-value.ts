/** The purpose of a stored value. */
export type KeyValueResource =
  | 'dashboard_permalink'
  | 'explore_permalink'
  | 'short_address'
  | 'filter_state'
  | 'form_data'
  | 'sqllab_permalink'
  | 'query_context'
  | 'sql_export'
  | 'saml_request'
  | 'saml_response'
  | 'saml_sign_out'
  | 'app'

/** A JSON text with a key: permalinks, temporary state. Times are epoch milliseconds. */
export interface KeyValue {
  readonly resource: KeyValueResource
  /** Unique within the resource. */
  readonly key: string
  readonly value: string
  readonly user_id: number | null
  readonly created_on: number
  readonly changed_on: number
  /** Null: never expires. Expired values are not read. */
  readonly expires_on: number | null
}
