import { useCallback } from 'react'
import { extentOf } from '#client/session/extent.ts'
import { readSpan, spanQuery } from '#core/query/column-span.ts'
import { toTable } from '#core/query/result.ts'
import { type Extent, joinExtents } from '#core/time/extent.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { useLoader } from '../state/loading.ts'
import { useDashboardStore } from '../state/store.ts'
import { timeColumnsOf } from '../state/time-columns.ts'

/** How to ask what the charts in scope of a filter cover in time. Where one is not known, nothing is said of all. */
export function useAskExtent(config: FilterConfig): () => Promise<Extent | undefined> {
  const store = useDashboardStore()
  const { ask } = useLoader()
  return useCallback(async () => {
    const spanOf = async (id: number, column: string, signal: AbortSignal) => {
      const [entry] = await ask({ datasource: { id, type: 'table' }, queries: [spanQuery(column)] }, { signal })
      return readSpan(entry && toTable(entry))
    }
    const columns = timeColumnsOf(store.getState(), config) ?? []
    const found = await Promise.all(columns.map(({ datasetId, column }) => extentOf(datasetId, column, spanOf)))
    const known = found.filter((each) => each !== undefined)
    return known.length === found.length ? joinExtents(known) : undefined
  }, [store, ask, config])
}
