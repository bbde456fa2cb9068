import { useEffect, useState } from 'react'
import {
  chartsArrived,
  chartsAsked,
  chartsFailed,
  isToFetch,
  noSavedCharts,
  type SavedCharts,
} from '../state/saved-charts.ts'
import { type DashboardStore, useDashboard, useDashboardStore } from '../state/store.ts'
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

interface Kept {
  readonly query: string
  readonly saved: SavedCharts
}

/** What was loaded last without search and sort, for when the palette opens again. */
const kept = new WeakMap<DashboardStore, Kept>()

/** The saved charts of a query, those of the query before while these are asked for; a failure is said. */
export function useSavedCharts({ owner, search, sort }: SavedChartsQuery): SavedCharts {
  const store = useDashboardStore()
  const withoutBoxes = useDashboard(({ info }) => isMigrated(info.metadata['filterboxMigrationState']))
  const [state, setState] = useState(noSavedCharts)
  const query = JSON.stringify([owner, withoutBoxes])
  const isNarrowed = search !== '' || sort !== FIRST_SORT
  const known = kept.get(store)
  const loaded = known?.query === query ? known.saved : noSavedCharts
  const isLoaded = !isToFetch(loaded, isNarrowed)
  useEffect(() => {
    if (isLoaded) return
    let isLeft = false
    setState(chartsAsked)
    listSavedCharts(owner, { search, sort }).then(
      ({ result }) => {
        const saved = chartsArrived(result, Date.now(), withoutBoxes)
        if (!isNarrowed) kept.set(store, { query, saved })
        if (!isLeft) setState(saved)
      },
      (error: unknown) => {
        if (isLeft) return
        setState(chartsFailed)
        const reason = error instanceof Error ? error.message : String(error)
        toast.show({ text: t('Sorry there was an error fetching saved charts: %s', reason), tone: 'danger' })
      },
    )
    return () => {
      isLeft = true
    }
  }, [store, owner, search, sort, withoutBoxes, query, isNarrowed, isLoaded])
  return isLoaded ? loaded : state
}
