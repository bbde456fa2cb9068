import { call } from '#calls/call.ts'

/** A table of a database. */
export interface TableSource {
  readonly databaseId: number
  readonly table: string
  readonly schema: string
}

/** Returns the columns a table is partitioned by; empty without partitions. */
export async function fetchPartitionColumns(source: TableSource, signal?: AbortSignal): Promise<readonly string[]> {
  const { databaseId, table, schema } = source
  const path = [table, schema].map(encodeURIComponent).join('/')
  const answer = await call<{ partitions?: { cols?: readonly string[] } }>(
    'GET',
    `/api/v1/database/${databaseId}/table_extra/${path}/`,
    { signal },
  )
  return answer.partitions?.cols ?? []
}
