import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { functionNames, listSchemas, type TablesPage } from '#calls/databases.ts'
import { useDebouncedValue } from '#ui/base/use-debounced-value.ts'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import type { CompleteCode } from '#ui/input/code/completion.ts'
import {
  completeSql,
  functionCompletions,
  referencedSchemas,
  referencedTables,
  schemaCompletions,
  type SqlCatalog,
  tableCompletions,
} from './complete-sql.ts'
import { type EditorTab, useSqlLab } from './state/store.ts'
import { tableDetailsQuery, tablesQuery, useTables } from './use-tables.ts'

/** The maximum number of referenced tables whose columns are fetched. */
const MAX_REFERENCED = 12
/** The maximum number of other schemas in a text whose tables are fetched. */
const MAX_SCHEMAS = 4
const NONE: readonly never[] = []

const keyOf = (table: string, schema: string | null) => `${schema ?? ''}.${table}`.toLowerCase()

const NO_TABLES: TablesPage = { count: 0, tables: NONE }

/**
 * Returns the folded names of tables that exist: the listed ones, and those that a text names, which the server searches if
 * the list is not complete.
 */
function useKnownNames(
  { databaseId, schema }: Pick<EditorTab, 'databaseId' | 'schema'>,
  text: string,
  { count, tables }: TablesPage,
): ReadonlySet<string> {
  const listed = useMemo(() => new Set(tables.map(({ value }) => value.toLowerCase())), [tables])
  const paused = useDebouncedValue(text)
  const unknown = useMemo(
    () =>
      tables.length === count
        ? NONE
        : referencedTables(paused)
            .filter((table) => table.schema === undefined && !listed.has(table.name.toLowerCase()))
            .map(({ name }) => name)
            .slice(0, MAX_REFERENCED),
    [paused, listed, tables.length, count],
  )
  const found = useQueries({ queries: unknown.map((name) => tablesQuery(databaseId, schema, name)) })
  const names = found.flatMap(({ data }) => data?.tables ?? []).map(({ value }) => value.toLowerCase())
  const key = names.join('\n')
  return useMemo(() => (key === '' ? listed : new Set([...listed, ...key.split('\n')])), [listed, key])
}

/** Fetches the columns of the tables that a text selects from. */
function useColumns({ databaseId, schema, sql }: EditorTab, tables: TablesPage) {
  const text = useDeferredValue(sql)
  const tableNames = useKnownNames({ databaseId, schema }, text, tables)
  const wanted = useMemo(
    () =>
      referencedTables(text)
        // Names being typed may be incomplete, so only known tables of the schema are fetched.
        .filter((table) => table.schema !== undefined || tableNames.has(table.name.toLowerCase()))
        .slice(0, MAX_REFERENCED)
        .map((table) => ({ name: table.name, schema: table.schema ?? schema })),
    [text, tableNames, schema],
  )
  const results = useQueries({
    queries: wanted.map((table) => ({
      ...tableDetailsQuery(databaseId ?? 0, table.name, table.schema),
      enabled: databaseId !== null,
    })),
  })
  return (name: string, of: string | null) => {
    const at = wanted.findIndex((table) => keyOf(table.name, table.schema) === keyOf(name, of))
    return results[at]?.data?.columns
  }
}

type Tables = readonly { readonly value: string; readonly type: string }[]

/** Creates a function that returns the completions of a list of tables; it creates them once per list. */
function cachedTableCompletions(mark: SqlCatalog['quoteMark']) {
  const known = new WeakMap<Tables, ReturnType<typeof tableCompletions>>()
  return (tables: Tables) => {
    const completions = known.get(tables) ?? tableCompletions(tables, mark)
    known.set(tables, completions)
    return completions
  }
}

/** Fetches the tables of other schemas that a text names. */
function useOtherTables({ databaseId, schema, sql }: EditorTab, schemas: readonly string[]) {
  const text = useDeferredValue(sql)
  const wanted = useMemo(() => referencedSchemas(text, schemas, schema).slice(0, MAX_SCHEMAS), [text, schemas, schema])
  const results = useQueries({ queries: wanted.map((name) => tablesQuery(databaseId, name)) })
  return (name: string): Tables | undefined =>
    results[wanted.findIndex((each) => each.toLowerCase() === name.toLowerCase())]?.data?.tables
}

/** Returns a function that searches the tables of schemas whose lists are not complete. */
function useTableSearch(
  { databaseId, schema }: EditorTab,
  tables: TablesPage,
  mark: SqlCatalog['quoteMark'],
): SqlCatalog['searchTables'] {
  const client = useQueryClient()
  return (searched, text) => {
    const known = searched === schema ? tables : client.getQueryData(tablesQuery(databaseId, searched).queryKey)
    if (!known || known.tables.length === known.count) return undefined
    return async () => {
      const found = await client.fetchQuery({ ...tablesQuery(databaseId, searched, text), retry: false })
      const names = new Set(known.tables.map(({ value }) => value))
      return tableCompletions(
        found.tables.filter(({ value }) => !names.has(value)),
        mark,
      )
    }
  }
}

/** Returns a stable completion function for the text of a tab: tables, columns, functions and macros. */
export function useCompletion(tab: EditorTab): CompleteCode {
  const { databaseId, schema } = tab
  const isChosen = databaseId !== null
  const schemas = useQuery({
    queryKey: ['schemas', databaseId],
    queryFn: () => listSchemas(databaseId ?? 0),
    enabled: isChosen,
  })
  const functions = useQuery({
    queryKey: ['function-names', databaseId],
    queryFn: () => functionNames(databaseId ?? 0),
    enabled: isChosen,
    staleTime: Infinity,
    retry: false,
  })
  const { data: tables = NO_TABLES } = useTables(databaseId, schema)
  const columnsOf = useColumns(tab, tables)
  const others = useOtherTables(tab, schemas.data ?? NONE)
  const quoteMark = quoteMarkOf(useSqlLab((state) => state.databases[String(databaseId)]?.backend))
  const searchTables = useTableSearch(tab, tables, quoteMark)
  const completionsOf = useMemo(() => cachedTableCompletions(quoteMark), [quoteMark])
  const schemaList = useMemo(() => schemaCompletions(schemas.data ?? NONE, quoteMark), [schemas.data, quoteMark])
  const functionList = useMemo(() => functionCompletions(functions.data ?? NONE), [functions.data])
  const catalog: SqlCatalog = {
    schemas: schemaList,
    schema,
    tables: completionsOf(tables.tables),
    tablesOf: (name) => {
      const found = others(name)
      return found && completionsOf(found)
    },
    searchTables,
    quoteMark,
    functions: functionList,
    columnsOf,
    firstColumns: tab.source?.columns ?? NONE,
  }
  const latest = useRef(catalog)
  useEffect(() => {
    latest.current = catalog
  })
  return useMemo(
    () => (text: string, offset: number, isExplicit: boolean) => completeSql(text, offset, isExplicit, latest.current),
    [],
  )
}
