import { queryOptions, useQuery } from '@tanstack/react-query'
import { listTables } from '#calls/databases.ts'
import { fetchTableDetails } from '#calls/sqllab.ts'

export const tablesKey = (databaseId: number | null, schema: string | null) =>
  ['sql-tables', databaseId, schema] as const

/** Returns the query for the tables and views of a schema. */
export const tablesQuery = (databaseId: number | null, schema: string | null) =>
  queryOptions({
    queryKey: tablesKey(databaseId, schema),
    queryFn: () => listTables(databaseId ?? 0, schema ?? ''),
    enabled: databaseId !== null && schema !== null,
    staleTime: 300_000,
  })

/** Fetches the tables and views of a schema. */
export const useTables = (databaseId: number | null, schema: string | null) => useQuery(tablesQuery(databaseId, schema))

/** Returns the query for the columns and the description of a table. */
export const tableDetailsQuery = (databaseId: number, table: string, schema: string | null) =>
  queryOptions({
    queryKey: ['table-details', databaseId, schema, table],
    queryFn: ({ signal }) => fetchTableDetails(databaseId, table, schema, signal),
    staleTime: 300_000,
    retry: false,
  })
