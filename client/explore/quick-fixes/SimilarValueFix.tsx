import { useQuery } from '@tanstack/react-query'
import { fetchColumnValues } from '#calls/datasets.ts'
import type { ChartState } from '#client/chart/chart-state.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { useRunner } from '../state/chart-runner.ts'
import { actions, useExplore, useExploreStore } from '../state/store.ts'
import { type SimilarValue, similarValues, searchedValues, withSimilarValue } from './similar-values.ts'

/** Columns with more distinct values are not checked, because the list would be incomplete. */
const LISTED = 1000

/** Quick fixes that replace a misspelled filter value without rows by an existing value and run again. */
export function SimilarValueFix({ chart }: { readonly chart: ChartState }) {
  const store = useExploreStore()
  const { run } = useRunner()
  const datasetId = useExplore((state) => state.dataset.id)
  const sought = searchedValues(chart.sliceFormData ?? chart.form_data)
  const near = useQuery({
    queryKey: ['near values', datasetId, sought],
    queryFn: async ({ signal }) => {
      const columns = [...new Set(sought.map(({ column }) => column))]
      const all = await Promise.all(
        columns.map(async (column) => {
          const found = await fetchColumnValues(datasetId, column, { limit: LISTED, signal })
          return [column, found.length < LISTED ? found.map(({ value }) => value) : []] as const
        }),
      )
      return similarValues(sought, new Map(all))
    },
    enabled: sought.length > 0,
    retry: false,
  })
  const use = (value: SimilarValue) => {
    actions.setControls(store, { adhoc_filters: withSimilarValue(store.getState().form, value) })
    run()
  }
  return (near.data ?? []).map((value) => (
    <Button key={`${value.column} ${value.value}`} variant="outlined" onPress={() => use(value)}>
      {t('Use "%s"', value.near)}
    </Button>
  ))
}
