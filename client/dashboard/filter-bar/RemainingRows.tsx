import { localNumber } from '#core/format/locale.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { tn } from '#core/text/t.ts'
import { labelExtent } from '#core/time/extent.ts'
import { type RemainingRowCounts as Question, remainingRows } from '../filters/remaining-rows.ts'
import { remainingRowsQuery, type readRemainingRows } from '../filters/remaining-rows-query.ts'
import { useLoader } from '../state/loading.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './AppliedFilterSummary.module.css'

/** Returns the count query for the current filters of the page. */
function useCountQuery() {
  const store = useDashboardStore()
  const masks = useDashboard((state) => state.masks)
  const layout = useDashboard((state) => state.layout)
  const info = useDashboard((state) => state.info)
  const datasets = useDashboard((state) => state.datasets)
  const filters = useDashboard((state) => state.filters)
  return useMemo(
    () => remainingRows({ ...store.getState(), masks, layout, info, datasets, filters }),
    [store, masks, layout, info, datasets, filters],
  )
}

/** The number of rows that pass the filters, the total, and the time extent of the data. */
function RemainingCounts({ question, counts: [some = 0, all = some], extent }: RemainingCountsProps) {
  const [stored, there] = [localNumber.format(some), localNumber.format(all)]
  return (
    <span className={styles['kept']}>
      {question.isNarrowed && (
        <span className={styles['gauge']} aria-hidden="true">
          <span style={{ inlineSize: `${all > 0 ? (100 * some) / all : 0}%` }} />
        </span>
      )}
      <span role="status">
        <b>{question.isNarrowed ? stored : there}</b>{' '}
        {question.isNarrowed
          ? tn('of %s row of %s', 'of %s rows of %s', all, there, question.name)
          : tn('row of %s', 'rows of %s', all, question.name)}
      </span>
      {extent && <span className={styles['extent']}>{labelExtent(extent)}</span>}
    </span>
  )
}

interface RemainingCountsProps extends ReturnType<typeof readRemainingRows> {
  readonly question: Question
}

/**
 * Shows how many rows pass the filters, out of how many, and the time extent of the data. The query is sent with those
 * of the charts and answered after them, so that it delays none. Unknown numbers are not shown.
 */
export function RemainingRows() {
  const question = useCountQuery()
  const { ask } = useLoader()
  const { data, isPlaceholderData, isError } = useQuery({
    ...remainingRowsQuery(question, ask),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!question || !data || isError || isPlaceholderData) return null
  return <RemainingCounts question={question} {...data} />
}
