import { useQueries, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { functionNames, listSchemas } from '#calls/databases.ts'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import type { CompleteCode } from '#ui/input/code/completion.ts'
import {
  completeSql,
  functionCompletions,
  referencedSchemas,
  referencedTables,
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

/** Fetches the columns of the tables that a text selects from. */
function useColumns({ databaseId, schema, sql }: EditorTab, tableNames: ReadonlySet<string>) {
  const text = useDeferredValue(sql)
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
    results[wanted.findIndex((each) => each.toLowerCase() === name.toLowerCase())]?.data
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
  const { data: tables = NONE } = useTables(databaseId, schema)
  const names = useMemo(() => new Set(tables.map(({ value }) => value.toLowerCase())), [tables])
  const columnsOf = useColumns(tab, names)
  const others = useOtherTables(tab, schemas.data ?? NONE)
  const quoteMark = quoteMarkOf(useSqlLab((state) => state.databases[String(databaseId)]?.backend))
  const completionsOf = useMemo(() => cachedTableCompletions(quoteMark), [quoteMark])
  const functionList = useMemo(() => functionCompletions(functions.data ?? NONE), [functions.data])
  const catalog: SqlCatalog = {
    schemas: schemas.data ?? NONE,
    schema,
    tables: completionsOf(tables),
    tablesOf: (name) => {
      const found = others(name)
      return found && completionsOf(found)
    },
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
