import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchChartsOfDataset } from '#calls/charts-of-dataset.ts'
import { findChartType } from '#charts/index.ts'
import { FullResultTable } from '#client/chart/FullResultTable.tsx'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { DatasetProfile } from './DatasetProfile.tsx'
import { samplesFailure } from './samples-failure.ts'
import { useSamples } from './use-samples.ts'
import styles from './DatasetContents.module.css'

type Props = { readonly dataset: Pick<DatasetResponse, 'id' | 'version'> }

function Rows({ dataset }: Props) {
  const samples = useSamples(dataset)
  if (samples.isPending) return <Skeleton shape="table" label={t('Loading the samples')} />
  if (samples.isError) {
    const again = <Button onPress={() => void samples.refetch()}>{t('Try again')}</Button>
    return <ErrorPanel title={samplesFailure(samples.error)} actions={again} />
  }
  if (samples.data.rowcount === 0)
    return <EmptyState size="sm" title={t('No samples were returned for this dataset')} />
  return <FullResultTable answer={samples.data} label={t('the samples')} />
}

function Charts({ dataset: { id } }: Props) {
  const charts = useQuery({
    queryKey: ['charts-on', id],
    queryFn: ({ signal }) => fetchChartsOfDataset(id, signal),
    retry: false,
  })
  if (charts.isPending) return <Skeleton shape="lines" rows={3} label={t('Loading')} />
  if (charts.isError) {
    const again = <Button onPress={() => void charts.refetch()}>{t('Try again')}</Button>
    return <ErrorPanel title={t('The charts cannot be listed')} text={charts.error.message} actions={again} />
  }
  if (charts.data.length === 0) return <p className={styles['none']}>{t('No chart uses this dataset yet.')}</p>
  return (
    <ul className={styles['charts']}>
      {charts.data.map(({ id: chartId, slice_name, viz_type }) => (
        <li key={chartId}>
          <TextLink href={`/explore?slice_id=${chartId}`}>{slice_name}</TextLink>
          <span>{t(findChartType(viz_type)?.meta.name ?? viz_type)}</span>
        </li>
      ))}
    </ul>
  )
}

/** A profile of each column; only on request if the database does not count automatically. */
function Columns({ dataset }: { readonly dataset: DatasetResponse }) {
  const [isRequested, setRequested] = useState(dataset.database?.counts_at_once === true)
  if (isRequested) return <DatasetProfile dataset={dataset} />
  return <Button onPress={() => setRequested(true)}>{t('Profile the columns')}</Button>
}

/** The contents and uses of a dataset: sample rows, a profile of each column, and the charts that use it. */
export function DatasetContents({ dataset }: { readonly dataset: DatasetResponse }) {
  return (
    <div className={styles['contents']}>
      <section aria-label={t('Rows')}>
        <h2>{t('Rows')}</h2>
        <div className={styles['rows']}>
          <Rows dataset={dataset} />
        </div>
      </section>
      <section aria-label={t('Columns')}>
        <h2>{t('Columns')}</h2>
        <Columns dataset={dataset} />
      </section>
      <section aria-label={t('Charts that use it')}>
        <h2>{t('Charts that use it')}</h2>
        <Charts dataset={dataset} />
      </section>
    </div>
  )
}
