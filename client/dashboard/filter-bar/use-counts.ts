import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Table } from '#core/table/table.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { batchedCounter } from '../filters/batched-counter.ts'
import { rowsUnderOtherFilters } from '../filters/remaining-rows.ts'
import { useLoader } from '../state/loading.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'

/** The options of a filter, and whether they are only a part of all values. */
interface Options {
  readonly data: readonly Table[] | undefined
  readonly isPart: boolean
}

/**
 * Returns the query that counts the rows under the other filters for each option of this one; undefined if none is
 * needed.
 */
function useCountQuery(config: FilterConfig, { data: options, isPart }: Options) {
  const store = useDashboardStore()
  const masks = useDashboard((state) => state.masks)
  const layout = useDashboard((state) => state.layout)
  const info = useDashboard((state) => state.info)
  const datasets = useDashboard((state) => state.datasets)
  const filters = useDashboard((state) => state.filters)
  const filterBoxes = useDashboard((state) => state.filterBoxes)
  return useMemo(() => {
    const type = filterType(config.filterType)
    const [target] = config.targets ?? []
    const column = datasets[target?.datasetId ?? -1]?.columns?.find((each) => each.column_name === target?.column?.name)
    if (!type?.toCounts || !options || !column) return undefined
    const rows = rowsUnderOtherFilters(
      { ...store.getState(), masks, layout, info, datasets, filters, filterBoxes },
      config,
    )
    return rows && type.toCounts(config, rows, options, column, isPart)
  }, [store, config, options, isPart, masks, layout, info, datasets, filters, filterBoxes])
}

/** The row counts of a filter's options under the other filters. */
interface Counts {
  /** Undefined if they are not queried or never arrived. */
  readonly counts: Table | undefined
  /** True if newer counts are queried, or could not be: the shown ones are dimmed. */
  readonly areOld: boolean
}

/**
 * Returns the row count of each option of a filter under the other filters. The query is sent with those of the charts,
 * answered after them, and cancelled when it changes. The previous counts stay until newer ones arrive.
 */
export function useCounts(config: FilterConfig, options: Options): Counts {
  const query = useCountQuery(config, options)
  const id = config.targets?.[0]?.datasetId
  const { ask } = useLoader()
  const { data } = useQuery({
    queryKey: ['filter-counts', id, query],
    enabled: query !== undefined && id !== undefined,
    retry: false,
    queryFn: ({ signal }) => batchedCounter(ask)(id as number, query as QueryObject, signal),
  })
  const last = useRef<Table>(undefined)
  if (data) last.current = data
  if (!query) return { counts: undefined, areOld: false }
  return { counts: data ?? last.current, areOld: data === undefined }
}
