import { useEffect, useState } from 'react'
import { readPartitions } from './partitions.tsx'
import type { TableSource } from '#calls/table-extra.ts'

const none: readonly string[] = []

/** Returns the partition columns of a table; empty for virtual datasets, for which nothing is requested. */
export function usePartitions(source: TableSource | undefined): readonly string[] {
  const [columns, setColumns] = useState(none)
  const question = source === undefined ? '' : JSON.stringify(source)
  useEffect(() => {
    if (question === '') return
    const abort = new AbortController()
    void readPartitions(JSON.parse(question) as TableSource, abort.signal).then((found) => {
      if (!abort.signal.aborted) setColumns(found)
    })
    return () => abort.abort()
  }, [question])
  return question === '' ? none : columns
}
