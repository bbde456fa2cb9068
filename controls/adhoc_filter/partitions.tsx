import { fetchPartitionColumns, type TableSource } from '#calls/table-extra.ts'

/** Loads the partition columns of a table; empty on failure, which is logged. */
export async function readPartitions(source: TableSource, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await fetchPartitionColumns(source, signal)
  } catch (cause) {
    // oxlint-disable-next-line no-console -- the editor works without partitions; the log has the cause
    if (!signal.aborted) console.warn('The partitions of the table could not be read', cause)
    return []
  }
}
