import { printRison } from '#core/rest/rison.ts'
import { call } from '#calls/call.ts'
import { createResource, listResource } from '#calls/resources.ts'

export interface DatabaseResponse {
  readonly id: number
  readonly database_name: string
  readonly backend?: string
  readonly allow_file_upload?: boolean
}

export interface TableResponse {
  readonly value: string
  readonly type: 'table' | 'view'
}

/** Returns all databases that the user may see, by name; at most the largest page of the server. */
export async function listDatabases(): Promise<readonly DatabaseResponse[]> {
  const { result } = await listResource<DatabaseResponse>('database', {
    order_column: 'database_name',
    order_direction: 'asc',
    page_size: 1000,
  })
  return result
}

export async function listSchemas(databaseId: number): Promise<readonly string[]> {
  const { result } = await call<{ result: string[] }>('GET', `/api/v1/database/${databaseId}/schemas/`)
  return result
}

/** Returns the schemas that a database offers for uploads; empty if it offers none. */
export async function listUploadSchemas(databaseId: number): Promise<readonly string[]> {
  const path = `/api/v1/database/${databaseId}/schemas_access_for_file_upload/`
  return (await call<{ schemas?: readonly string[] }>('GET', path)).schemas ?? []
}

/** The number of tables of a page. */
const PAGE_SIZE = 200

export interface TablesPage {
  /** The number of all tables that match. */
  readonly count: number
  readonly tables: readonly TableResponse[]
}

/** A page of tables whose names contain a text; `isForced` bypasses the cache of the server. */
interface TableSearch {
  readonly text?: string
  readonly page?: number
  readonly isForced?: boolean
}

/** Returns tables of a schema by name. Names that begin with the text come first. */
export async function findTables(
  { databaseId, schema }: { readonly databaseId: number; readonly schema: string },
  { text = '', page = 0, isForced = false }: TableSearch,
  signal?: AbortSignal,
): Promise<TablesPage> {
  const q = printRison({ schema_name: schema, filter: text, page, page_size: PAGE_SIZE, force: isForced })
  const { count, result } = await call<{ count: number; result: TableResponse[] }>(
    'GET',
    `/api/v1/database/${databaseId}/tables/`,
    { query: { q }, signal },
  )
  return { count, tables: result }
}

/** Returns the functions available in SQL on a database. */
export async function functionNames(databaseId: number): Promise<readonly string[]> {
  const path = `/api/v1/database/${databaseId}/function_names/`
  return (await call<{ function_names: string[] }>('GET', path)).function_names
}

/** Creates a dataset from a table; its columns are read from the database. */
export function createDataset(databaseId: number, schema: string | null, tableName: string): Promise<{ id: number }> {
  return createResource('dataset', { database: databaseId, schema, table_name: tableName })
}

/** A field of an engine's form. */
export interface ParameterSchema {
  readonly type: 'string' | 'integer' | 'boolean' | 'object'
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly default?: string | number
}

/** A database engine with the fields of its form. */
export interface EngineResponse {
  readonly name: string
  readonly engine: string
  /** The name of its driver, for `facet driver add`. */
  readonly default_driver?: string
  readonly preferred: boolean
  readonly sqlalchemy_uri_placeholder: string
  readonly engine_information?: {
    /** False if `facet driver add` must install its driver first. */
    readonly is_driver_installed?: boolean
    /** False if no test has run on a server of this type. */
    readonly is_verified?: boolean
    /** True if the plans of its statements have costs. */
    readonly supports_cost_estimate?: boolean
    /** False if its connections can use an SSH tunnel. */
    readonly disable_ssh_tunneling?: boolean
    /** True if the maximum number of its connections can be set. */
    readonly supports_pool_size?: boolean
    /** True if its connections use certificates. */
    readonly supports_certificates?: boolean
    readonly supports_client_certificates?: boolean
    /** True if files can be uploaded into its databases. */
    readonly supports_file_upload?: boolean
    /** True if the SQL editor can create tables in its databases and change their data. */
    readonly supports_data_changes?: boolean
  }
  readonly parameters?: {
    readonly required: readonly string[]
    readonly properties: Readonly<Record<string, ParameterSchema>>
  }
}

/** A database with its connection; a password in it is masked. */
export interface ConnectionResponse extends DatabaseResponse {
  readonly configuration_method?: 'sqlalchemy_form' | 'dynamic_form'
  readonly parameters?: Readonly<Record<string, string | number | boolean>>
  readonly sqlalchemy_uri?: string
  readonly is_managed_externally?: boolean
  readonly allow_ctas?: boolean
  readonly allow_cvas?: boolean
  readonly allow_dml?: boolean
  /** Further settings as JSON text. */
  readonly extra?: string | null
  /** Certificates that sign the one of the server, in PEM form. */
  readonly server_cert?: string | null
  /** The client certificate as JSON text; its key is masked. */
  readonly masked_encrypted_extra?: string | null
  /** The SSH tunnel, with masked secrets. */
  readonly ssh_tunnel?: Readonly<Record<string, string | number | null>> | null
  /** `name` is the display name of the engine. */
  readonly engine_information?: { readonly name: string }
  readonly version?: number
}

export async function fetchAvailableEngines(): Promise<readonly EngineResponse[]> {
  return (await call<{ databases: EngineResponse[] }>('GET', '/api/v1/database/available/')).databases
}

/** Validates the parameters of a form; rejects with the errors. */
export function validateParameters(body: object, signal?: AbortSignal): Promise<{ message: string }> {
  return call('POST', '/api/v1/database/validate_parameters/', { body, signal })
}

/** Tests a connection without saving it. `warnings` names parts of the database that do not exist yet. */
export function testConnection(
  body: object,
): Promise<{ readonly message: string; readonly warnings?: readonly string[] }> {
  return call('POST', '/api/v1/database/test_connection/', { body })
}
