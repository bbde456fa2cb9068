import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { findTables, type TablesPage } from '#calls/databases.ts'
import { fetchTableDetails } from '#calls/sqllab.ts'

const STALE_MS = 300_000

/** The key of all lists of tables of a schema; without it, of a database. */
export const tablesKey = (databaseId: number | null, schema: string | null) =>
  ['sql-tables', databaseId, schema] as const

/** Returns the query for the tables and views of a schema whose names contain a text, page by page. */
const tablePagesQuery = (databaseId: number | null, schema: string | null, text: string) =>
  infiniteQueryOptions({
    queryKey: [...tablesKey(databaseId, schema), 'pages', text],
    queryFn: ({ pageParam, signal }) =>
      findTables({ databaseId: databaseId ?? 0, schema: schema ?? '' }, { text, page: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.tables.length > 0 && pages.reduce((sum, { tables }) => sum + tables.length, 0) < last.count
        ? pages.length
        : undefined,
    enabled: databaseId !== null && schema !== null,
    staleTime: STALE_MS,
    // The former list of the schema stays until the one for the next text arrives.
    placeholderData: (former, query) =>
      query?.queryKey[1] === databaseId && query.queryKey[2] === schema ? former : undefined,
    select: ({ pages }): TablesPage => ({
      count: pages[0]?.count ?? 0,
      tables: pages.flatMap(({ tables }) => tables),
    }),
  })

/** Fetches the tables and views of a schema whose names contain a text: the first page, and more on request. */
export const useTables = (databaseId: number | null, schema: string | null, text = '') =>
  useInfiniteQuery(tablePagesQuery(databaseId, schema, text))

/** Returns the query for the first page of tables whose names contain a text. */
export const tablesQuery = (databaseId: number | null, schema: string | null, text = '') =>
  queryOptions({
    queryKey: [...tablesKey(databaseId, schema), 'first', text],
    queryFn: ({ signal }) => findTables({ databaseId: databaseId ?? 0, schema: schema ?? '' }, { text }, signal),
    enabled: databaseId !== null && schema !== null,
    staleTime: STALE_MS,
  })

/** Returns the query for the columns and the description of a table. */
export const tableDetailsQuery = (databaseId: number, table: string, schema: string | null) =>
  queryOptions({
    queryKey: ['table-details', databaseId, schema, table],
    queryFn: ({ signal }) => fetchTableDetails(databaseId, table, schema, signal),
    staleTime: STALE_MS,
    retry: false,
  })
