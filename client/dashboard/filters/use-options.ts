import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { type ExtraFormData, mergeExtraFormData } from '#core/mask/mask.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import type { Table } from '#core/table/table.ts'
import { useLoader } from '../state/loading.ts'
import { hasValue, isFiltering } from '../state/masks.ts'
import { useDashboard } from '../state/store.ts'

/**
 * Returns the form data of the parent filters; other changes of the parents cause no new query. A parent without a value filters
 * nothing here, even if its charts wait for it.
 */
function useParents(config: FilterConfig): ExtraFormData {
  const text = useDashboard(({ filters, selected }) => {
    const saying = ancestorsOf(filters, config.id).filter((id) => hasValue(selected[id]))
    return JSON.stringify(mergeExtraFormData(saying.map((id) => selected[id]?.extraFormData)))
  })
  return useMemo(() => JSON.parse(text) as ExtraFormData, [text])
}

/** Returns a function that queries the dataset of a filter. */
function useAsk(datasetId: number | undefined) {
  const { ask } = useLoader()
  return useCallback(
    async (queries: readonly QueryObject[], signal: AbortSignal): Promise<readonly Table[]> => {
      const answers = await ask({ datasource: { id: datasetId as number, type: 'table' }, queries }, { signal })
      const failed = answers.find((answer) => answer.error)
      if (failed) throw new Error(failed.error ?? '')
      return answers.map(toTable)
    },
    [ask, datasetId],
  )
}

/** The follow-up query that depends on the first results, if the filter type has one and the column is known. */
function useFollowing(config: FilterConfig, parents: ExtraFormData, answers: readonly Table[] | undefined) {
  const [target] = config.targets ?? []
  const column = useDashboard(({ datasets }) =>
    datasets[target?.datasetId ?? -1]?.columns?.find((each) => each.column_name === target?.column?.name),
  )
  return useMemo(
    () => answers && column && filterType(config.filterType)?.toDependentQuery?.(config, parents, answers, column),
    [config, parents, answers, column],
  )
}

/** Queries the options of a filter. Fetches again only when a query changes. */
export function useOptions(config: FilterConfig, search = '') {
  const parents = useParents(config)
  const datasetId = config.targets?.[0]?.datasetId
  const ask = useAsk(datasetId)
  const queries = useMemo(
    () => filterType(config.filterType)?.toQueries?.(config, parents, ...(search ? [search] : [])) ?? [],
    [config, parents, search],
  )
  const options = useQuery({
    queryKey: ['filter-options', datasetId, queries],
    enabled: datasetId !== undefined && queries.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask(queries, signal),
  })
  const { data: first, isPlaceholderData } = options
  const following = useFollowing(config, parents, isPlaceholderData ? undefined : first)
  const { data: more } = useQuery({
    queryKey: ['filter-options', datasetId, following],
    enabled: following !== undefined,
    queryFn: ({ signal }) => ask(following ? [following] : [], signal),
  })
  const data = useMemo(() => (first && more ? [...first, ...more] : first), [first, more])
  /** True if the options are only a part of all values. */
  const isPart = search !== '' || isFiltering({ extraFormData: parents })
  return { ...options, data, isPart }
}
