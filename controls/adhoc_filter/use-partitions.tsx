import { useEffect, useState } from 'react'
import { partitionColumns, type TableSource } from '#calls/table-extra.ts'

const none: readonly string[] = []

/** The columns a table is partitioned by; none for datasets made of SQL, which are not asked about. */
export function usePartitions(source: TableSource | undefined): readonly string[] {
  const [columns, setColumns] = useState(none)
  const question = source === undefined ? '' : JSON.stringify(source)
  useEffect(() => {
    if (question === '') return
    const abort = new AbortController()
    partitionColumns(JSON.parse(question) as TableSource, abort.signal).then(
      (found) => {
        if (!abort.signal.aborted) setColumns(found)
      },
      (cause: unknown) => {
        // oxlint-disable-next-line no-console -- the editor works without partitions; who looks for the cause finds it
        if (!abort.signal.aborted) console.warn('The partitions of the table could not be read', cause)
      },
    )
    return () => abort.abort()
  }, [question])
  return question === '' ? none : columns
}
