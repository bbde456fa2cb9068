import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  chartsArrived,
  chartsRequested,
  chartsFailed,
  isToFetch,
  noSavedCharts,
  type SavedCharts,
} from './state/saved-charts.ts'
import { useDashboard } from '../state/store.ts'
import { listSavedCharts } from '#calls/charts.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

/** How the list of saved charts is narrowed and sorted. */
export interface SavedChartsQuery {
  /** User id of who owns them; null for everybody's. */
  readonly owner: number | null
  readonly search: string
  readonly sort: string
}

/** What is asked when nothing was searched or sorted. */
export const FIRST_SORT = 'changed_on'

/** Boxes that became filters are no charts to be placed any more. */
const isMigrated = (state: unknown) => state === 'REVIEWING' || state === 'CONVERTED'

/** The saved charts of a query, those of the query before while these are asked for; a failure is said. */
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
      isToFetch({ ...noSavedCharts, lastUpdated: state.dataUpdatedAt }, isNarrowed) ? 0 : Number.POSITIVE_INFINITY,
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
