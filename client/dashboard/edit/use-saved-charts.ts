import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  chartsArrived,
  chartsRequested,
  chartsFailed,
  shouldFetchCharts,
  noSavedCharts,
  type SavedCharts,
} from './state/saved-charts.ts'
import { useDashboard } from '../state/store.ts'
import { listSavedCharts } from '#calls/charts.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Search, filter and sort order of the list of saved charts. */
export interface SavedChartsQuery {
  /** User id of the owner; null for all owners. */
  readonly owner: number | null
  readonly search: string
  readonly sort: string
}

/** The default sort order. */
export const FIRST_SORT = 'changed_on'

/** Filter boxes that were migrated to native filters cannot be added any more. */
const isMigrated = (state: unknown) => state === 'REVIEWING' || state === 'CONVERTED'

/** Fetches the saved charts of a query. The previous charts stay while new ones load; a failure is reported. */
export function useSavedCharts({ owner, search, sort }: SavedChartsQuery): SavedCharts {
  const dashboardId = useDashboard(({ info }) => info.id)
  const withoutBoxes = useDashboard(({ info }) => isMigrated(info.metadata['filterboxMigrationState']))
  const isNarrowed = search !== '' || sort !== FIRST_SORT
  const { data, dataUpdatedAt, error, isFetching } = useQuery({
    queryKey: ['saved-charts', dashboardId, owner, search, sort],
    queryFn: () => listSavedCharts(owner, { search, sort }),
    placeholderData: keepPreviousData,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: ({ state }) =>
      shouldFetchCharts({ ...noSavedCharts, lastUpdated: state.dataUpdatedAt }, isNarrowed)
        ? 0
        : Number.POSITIVE_INFINITY,
  })
  const problem = error?.message
  useEffect(() => {
    if (problem) toast.show({ text: t('Sorry there was an error fetching saved charts: %s', problem), tone: 'danger' })
  }, [problem])
  return useMemo(() => {
    const there = data ? chartsArrived(data.result, dataUpdatedAt, withoutBoxes) : noSavedCharts
    if (isFetching) return chartsRequested(there)
    return problem === undefined ? there : chartsFailed(there)
  }, [data, dataUpdatedAt, withoutBoxes, isFetching, problem])
}
