import { partitionColumns, type TableSource } from '#calls/table-extra.ts'

/** The columns a table is partitioned by; none when they cannot be read, of which the log tells. */
export async function readPartitions(source: TableSource, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await partitionColumns(source, signal)
  } catch (cause) {
    // oxlint-disable-next-line no-console -- the editor works without partitions; who looks for the cause finds it
    if (!signal.aborted) console.warn('The partitions of the table could not be read', cause)
    return []
  }
}
