import { useMemo } from 'react'
import { extentOf, distributionOf } from '#client/session/extent.ts'
import { parseColumnExtent, columnExtentQuery } from '#core/query/column-extent.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'
import {
  mergeDistributions,
  parseDistribution,
  type TimeDistribution,
  distributionQuery,
} from '#core/query/time-distribution.ts'
import type { Table } from '#core/table/table.ts'
import { type Extent, joinExtents } from '#core/time/extent.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { useLoader } from '../state/loading.ts'
import { useDashboardStore } from '../state/store.ts'
import { timeColumnsOf } from './time-columns.ts'

interface ExtentQueries {
  readonly fetchExtent: () => Promise<Extent | undefined>
  readonly fetchDistribution: (extent: Extent) => Promise<TimeDistribution | undefined>
}

/**
 * Returns functions that query the time extent of the charts in scope of a filter, and the distribution of their rows
 * over it. If one is unknown, the combined result is undefined.
 */
export function useExtentQueries(config: FilterConfig): ExtentQueries {
  const store = useDashboardStore()
  const { ask } = useLoader()
  return useMemo(() => {
    const columns = () => timeColumnsOf(store.getState(), config) ?? []
    const answerOf = async (id: number, query: QueryObject, signal: AbortSignal): Promise<Table | undefined> => {
      const [entry] = await ask({ datasource: { id, type: 'table' }, queries: [query] }, { signal })
      return entry && toTable(entry)
    }
    const spanOf = async (id: number, column: string, signal: AbortSignal) =>
      parseColumnExtent(await answerOf(id, columnExtentQuery(column), signal))
    return {
      fetchExtent: async () => {
        const found = await Promise.all(
          columns().map(({ datasetId, column }) => extentOf(datasetId, column, { spanOf, tableOf: answerOf })),
        )
        const known = found.filter((each) => each !== undefined)
        return known.length === found.length ? joinExtents(known) : undefined
      },
      fetchDistribution: async (extent) => {
        const spreads = columns().map(({ datasetId, column, offset }) =>
          distributionOf({ datasetId, column, extent }, async (over, signal) => {
            const query = distributionQuery(column, over)
            return query ? parseDistribution(await answerOf(datasetId, query, signal), over, offset) : []
          }),
        )
        return mergeDistributions(await Promise.all(spreads))
      },
    }
  }, [store, ask, config])
}
