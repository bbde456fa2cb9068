import { printRison } from '#core/rest/rison.ts'
import { call } from '#calls/call.ts'
import { createResource, listResource } from '#calls/resources.ts'

export interface DatabaseAnswer {
  readonly id: number
  readonly database_name: string
  readonly backend?: string
  readonly allow_file_upload?: boolean
}

export interface TableAnswer {
  readonly value: string
  readonly type: 'table' | 'view'
}

export async function listDatabases(): Promise<readonly DatabaseAnswer[]> {
  const { result } = await listResource<DatabaseAnswer>('database', {
    order_column: 'database_name',
    order_direction: 'asc',
    page_size: 100,
  })
  return result
}

export async function listSchemas(databaseId: number): Promise<readonly string[]> {
  const { result } = await call<{ result: string[] }>('GET', `/api/v1/database/${databaseId}/schemas/`)
  return result
}

export async function listTables(databaseId: number, schema: string): Promise<readonly TableAnswer[]> {
  const q = printRison({ schema_name: schema, force: false })
  const { result } = await call<{ result: TableAnswer[] }>('GET', `/api/v1/database/${databaseId}/tables/`, {
    query: { q },
  })
  return result
}

/** Makes a dataset of a table; its columns are read from the database. */
export function createDataset(databaseId: number, schema: string | null, tableName: string): Promise<{ id: number }> {
  return createResource('dataset', { database: databaseId, schema, table_name: tableName })
}
