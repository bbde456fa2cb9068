import { useState } from 'react'
import type { ColumnarResult } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'
import { CompleteRows } from '#client/chart/CompleteRows.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { isNewDataset } from '#client/upload/new-datasets.ts'
import { chartIdOf, useExplore } from '../state/store.ts'
import { DatasetProfile } from '../../dataset/DatasetProfile.tsx'
import { RowsView } from './RowsView.tsx'
import styles from './ResultsPane.module.css'
import { useSamples } from '#client/dataset/use-samples.ts'
import { Button } from '#ui/base/Button.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { samplesFailure } from '#client/dataset/samples-failure.ts'

/** Sample rows of the dataset, independent of the chart's query. */
function Samples() {
  const samples = useSamples(useExplore((state) => state.dataset))
  if (samples.isPending) return <Skeleton shape="rows" label={t('Loading the samples')} />
  if (samples.isError) {
    const again = <Button onPress={() => void samples.refetch()}>{t('Try again')}</Button>
    return <ErrorPanel title={samplesFailure(samples.error)} actions={again} />
  }
  if (samples.data.rowcount === 0)
    return <EmptyState size="sm" title={t('No samples were returned for this dataset')} />
  return <RowsView answer={samples.data} rows="samples" />
}

interface Props {
  /** True if only the tabs are shown; selecting one expands the pane. */
  readonly isFolded?: boolean
  /** Toggles the pane; absent if it cannot collapse. */
  readonly onFold?: () => void
}

interface RowsProps {
  readonly answer: ColumnarResult | undefined
  /** The index of the query. */
  readonly at: number
  readonly isRunning: boolean
}

/** The rows of one query, or why there are none. */
function Rows({ answer, at, isRunning }: RowsProps) {
  const form = useExplore((state) => state.charts[chartIdOf(state)]?.sliceFormData)
  const isFailed = useExplore((state) => state.charts[chartIdOf(state)]?.chartStatus === 'failed')
  if (answer && answer.rowcount > 0 && form)
    return (
      <CompleteRows answer={answer} form={form} at={at}>
        {(whole) => <RowsView answer={whole} rows="results" />}
      </CompleteRows>
    )
  if (isRunning) return <Skeleton shape="table" label={t('Loading rows')} />
  const none = isFailed ? t('Not run') : t('Run the chart to see its rows')
  const why = answer && !isFailed ? t('No results were returned for this query') : none
  return <EmptyState size="sm" title={why} />
}

/** The rows behind the chart, one tab per query, and sample rows of the dataset. */
export function ResultsPane({ isFolded = false, onFold }: Props) {
  const answers = useExplore((state) => state.charts[chartIdOf(state)]?.queriesResponse)
  const status = useExplore((state) => state.charts[chartIdOf(state)]?.chartStatus ?? null)
  const dataset = useExplore((state) => state.dataset)
  const [chosen, setChosen] = useState<string>()
  const all = answers ?? []
  // The samples tab is open before the chart has rows.
  const hasRequested = all.length > 0 || (status !== null && status !== 'success' && status !== 'rendered')
  const selected = chosen ?? (hasRequested ? '0' : isNewDataset(dataset.id) ? 'profile' : 'samples')
  const ofDataset = { samples: <Samples />, profile: <DatasetProfile dataset={dataset} /> }[selected]
  const at = all[Number(selected)] ? selected : '0'
  const shown = all[Number(at)]
  const select = (id: string) => {
    setChosen(id)
    if (isFolded) onFold?.()
  }
  const isRunning = status === 'loading'
  const fold = onFold && (
    <IconButton
      icon={isFolded ? 'chevron-up' : 'chevron-down'}
      size="sm"
      label={isFolded ? t('Unfold the results') : t('Collapse results')}
      expanded={!isFolded}
      onPress={onFold}
    />
  )
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
          { id: 'samples', label: t('Samples') },
          { id: 'profile', label: t('Profile') },
        ]}
        selected={ofDataset ? selected : at}
        onSelect={select}
        end={
          <>
            <span role="status" className={styles['running']}>
              {isRunning && t('The chart is running')}
            </span>
            {fold}
          </>
        }
      >
        {isFolded ? null : (ofDataset ?? <Rows key={at} answer={shown} at={Number(at)} isRunning={isRunning} />)}
      </Tabs>
    </section>
  )
}
