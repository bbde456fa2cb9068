import type { Draft, OwnedEntity } from './entity.ts'

/** A connection to data. */
export interface Database extends OwnedEntity {
  /** Unique among living databases. */
  readonly database_name: string
  /** Name of the engine, for example `duckdb`. */
  readonly backend: string
  /** Connection address; a password in it is masked, the real one is in `secrets`. */
  readonly sqlalchemy_uri: string
  /** Everything secret of the connection, encrypted; never sent and never logged. */
  readonly secrets: string | null
  /** JSON text. */
  readonly extra: string | null
  readonly configuration_method: 'sqlalchemy_form' | 'dynamic_form'
  readonly server_cert: string | null
  readonly expose_in_sqllab: boolean
  readonly allow_run_async: boolean
  readonly allow_file_upload: boolean
  readonly allow_ctas: boolean
  readonly allow_cvas: boolean
  readonly allow_dml: boolean
  readonly force_ctas_schema: string | null
  readonly impersonate_user: boolean
  /** Seconds; null is the server's own, 0 or less never expires, as clients send it. */
  readonly cache_timeout: number | null
  /** Grows by one whenever data in our own files changed; part of cache keys. */
  readonly data_version: number
}

export type DatabaseDraft = Draft<Database, 'database_name' | 'backend' | 'sqlalchemy_uri'>
