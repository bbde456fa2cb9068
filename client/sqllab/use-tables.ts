import { useQuery } from '@tanstack/react-query'
import { listTables } from '#calls/databases.ts'

export const tablesKey = (databaseId: number | null, schema: string | null) =>
  ['sql-tables', databaseId, schema] as const

/** The tables and views of a schema. */
export function useTables(databaseId: number | null, schema: string | null) {
  return useQuery({
    queryKey: tablesKey(databaseId, schema),
    queryFn: () => listTables(databaseId ?? 0, schema ?? ''),
    enabled: databaseId !== null && schema !== null,
    staleTime: 300_000,
  })
}
