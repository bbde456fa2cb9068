import { useState } from 'react'
import { ResultTable } from '#client/chart/ResultTable.tsx'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { chartIdOf, useExplore } from '../state/store.ts'
import styles from './ResultsPane.module.css'
import { SamplesTab } from './SamplesTab.tsx'

const SAMPLES = 'samples'

/** The rows behind the picture, one tab for each question, and rows of the dataset itself. */
export function ResultsPane() {
  const answers = useExplore((state) => state.charts[chartIdOf(state)]?.queriesResponse)
  const [selected, setSelected] = useState('0')
  const all = answers ?? []
  const shown = all[Number(selected)] ?? all[0]
  return (
    <section className={styles['pane']} aria-label={t('Results')}>
      <Tabs
        label={t('Results')}
        size="sm"
        isFill
        items={[
          ...(all.length > 0 ? all : [null]).map((_, index) => ({
            id: String(index),
            label: index === 0 ? t('Results') : t('Results %s', String(index + 1)),
          })),
          { id: SAMPLES, label: t('Samples') },
        ]}
        selected={selected === SAMPLES || all[Number(selected)] ? selected : '0'}
        onSelect={setSelected}
      >
        {selected === SAMPLES ? (
          <SamplesTab />
        ) : shown && shown.rowcount > 0 ? (
          <ResultTable answer={shown} label={t('the results')} />
        ) : (
          <EmptyState
            size="sm"
            title={shown ? t('No results were returned for this query') : t('Run the chart to see its rows')}
          />
        )}
      </Tabs>
    </section>
  )
}
