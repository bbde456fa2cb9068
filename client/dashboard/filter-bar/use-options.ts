import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { mergeExtraFormData } from '#core/mask/mask.ts'
import { toTable } from '#core/query/result.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import { useLoader } from '../state/loading.ts'
import { useDashboard } from '../state/store.ts'

/** What the filters above this one say in the bar, as text: their other changes do not matter. */
function useParents(config: FilterConfig): string {
  return useDashboard(({ filters, selected }) =>
    JSON.stringify(mergeExtraFormData(ancestorsOf(filters, config.id).map((id) => selected[id]?.extraFormData))),
  )
}

/** Answers to the questions for a filter's options; asked again only when they change. */
export function useOptions(config: FilterConfig, search = '') {
  const { ask } = useLoader()
  const parents = useParents(config)
  const queries = useMemo(() => {
    const type = filterType(config.filterType)
    const narrowing = JSON.parse(parents) as ReturnType<typeof mergeExtraFormData>
    return type?.toQueries?.(config, narrowing, ...(search ? [search] : [])) ?? []
  }, [config, parents, search])
  const datasetId = config.targets?.[0]?.datasetId
  return useQuery({
    queryKey: ['filter-options', datasetId, queries],
    enabled: datasetId !== undefined && queries.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = await ask({ datasource: { id: datasetId as number, type: 'table' }, queries }, { signal })
      const failed = answers.find((answer) => answer.error)
      if (failed) throw new Error(failed.error ?? '')
      return answers.map(toTable)
    },
  })
}
