import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toTable } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'
import { keptRows } from '../state/kept-rows.ts'
import { useLoader } from '../state/loading.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './Sentence.module.css'

const grouped = new Intl.NumberFormat('en-US')

/** The question of the page as it is filtered now. */
function useQuestion() {
  const store = useDashboardStore()
  const masks = useDashboard((state) => state.masks)
  const layout = useDashboard((state) => state.layout)
  const info = useDashboard((state) => state.info)
  const datasets = useDashboard((state) => state.datasets)
  const filters = useDashboard((state) => state.filters)
  return useMemo(
    () => keptRows({ ...store.getState(), masks, layout, info, datasets, filters }),
    [store, masks, layout, info, datasets, filters],
  )
}

/**
 * How many rows the filters keep, and of how many. Asked with the charts and answered behind them: it holds none of
 * them back. What is not known is not said.
 */
export function KeptRows() {
  const question = useQuestion()
  const { ask } = useLoader()
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['kept-rows', question?.context],
    enabled: question !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = question ? await ask(question.context, { signal, isAfter: true }) : []
      const failed = answers.find(({ error }) => error)
      if (failed) throw new Error(failed.error ?? '')
      return answers.map((answer) => Number(toTable(answer).columns[0]?.values[0] ?? 0))
    },
  })
  if (!question || !data || isError || isPlaceholderData) return null
  const [some = 0, all = some] = data
  const [kept, there] = [grouped.format(some), grouped.format(all)]
  return (
    <span className={styles['kept']} role="status">
      {question.isNarrowed ? (
        <>
          <span className={styles['gauge']} aria-hidden="true">
            <span style={{ inlineSize: `${all > 0 ? (100 * some) / all : 0}%` }} />
          </span>
          <b>{kept}</b> {t('of %s rows of %s', there, question.name)}
        </>
      ) : (
        <>
          <b>{there}</b> {t('rows of %s', question.name)}
        </>
      )}
    </span>
  )
}
