import { useQueries, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { functionNames, listSchemas } from '#calls/databases.ts'
import type { CompleteCode } from '#ui/input/code/completion.ts'
import {
  completeSql,
  functionCompletions,
  referencedTables,
  type SqlCatalog,
  tableCompletions,
} from './complete-sql.ts'
import type { EditorTab } from './state/store.ts'
import { tableDetailsQuery, useTables } from './use-tables.ts'

/** The maximum number of referenced tables whose columns are fetched. */
const MAX_REFERENCED = 12
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
  const tableList = useMemo(() => tableCompletions(tables), [tables])
  const functionList = useMemo(() => functionCompletions(functions.data ?? NONE), [functions.data])
  const catalog: SqlCatalog = {
    schemas: schemas.data ?? NONE,
    schema,
    tables: tableList,
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
