import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { AccessContacts } from '#client/access/RequestAccess.tsx'
import { fetchDataset } from '#calls/datasets.ts'
import { listResource } from '#calls/resources.ts'
import { Suggestions } from '#client/explore/new-chart/Suggestions.tsx'
import { Gallery } from '#client/explore/gallery/Gallery.tsx'
import { ExampleLoadBanner, useExampleLoad } from '#client/shell/ExampleLoad.tsx'
import { session } from '#client/session/session.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { VisuallyHidden } from '#ui/base/VisuallyHidden.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { useRovingFocus } from '#ui/layout/use-roving-focus.ts'
import styles from './NewChartPage.module.css'

interface ForDataProps {
  readonly datasetId: number
  readonly onTake: (form: FormData, title: string) => void
}

/** Suggested charts for a dataset; a press opens one. */
function ForData({ datasetId, onTake }: ForDataProps) {
  const dataset = useQuery({
    queryKey: ['dataset', datasetId],
    queryFn: ({ signal }) => fetchDataset(datasetId, signal),
    retry: false,
  })
  if (dataset.isError) return <ErrorPanel title={t('The dataset cannot be shown')} details={dataset.error.message} />
  if (!dataset.data) return <Skeleton shape="block" label={t('Looking at the dataset')} />
  return (
    <Suggestions
      dataset={dataset.data}
      isWide
      onPress={({ form, title }) => onTake(form, title)}
      none={
        <EmptyState
          title={t('Nothing in this dataset suggests a chart')}
          text={t('Look through all charts, and say what to draw.')}
        />
      }
    />
  )
}

/** The message of users who may not read any dataset. */
function NoDatasets() {
  return (
    <EmptyState
      icon="database"
      title={t('No dataset to draw a chart of')}
      text={
        <>
          <p>{t('You may not read any dataset yet. Datasets that are shared with you appear here.')}</p>
          <AccessContacts />
        </>
      }
      actions={<LinkButton href="/dataset/list">{t('Datasets')}</LinkButton>}
    />
  )
}

/** The number of datasets that one press selects. */
const MAX_RECENT = 6

interface RecentDatasetsProps {
  readonly datasets: readonly DatasetResponse[]
  readonly chosen: number | undefined
  readonly onDataset: (id: number) => void
}

/** The datasets that changed last, as one tab stop; a press selects one. */
function RecentDatasets({ datasets, chosen, onDataset }: RecentDatasetsProps) {
  const roving = useRovingFocus<HTMLDivElement>()
  const recent = datasets
    .toSorted((a, b) => (b.changed_on_utc ?? '').localeCompare(a.changed_on_utc ?? '', 'en'))
    .slice(0, MAX_RECENT)
  return (
    <div className={styles['recent']} role="group" aria-label={t('Recently changed datasets')} {...roving}>
      <span>{t('Recently changed')}</span>
      {recent.map(({ id, table_name }) => (
        <Button key={id} size="sm" icon="database" isSelected={id === chosen} onPress={() => onDataset(id)}>
          {table_name}
        </Button>
      ))}
    </div>
  )
}

interface StartProps {
  readonly datasetId: number | undefined
  readonly onDataset: (id: number | undefined) => void
}

/** Selects the dataset of the new chart. */
function Start({ datasetId, onDataset }: StartProps) {
  const datasets = useQuery({
    queryKey: ['list', 'dataset', 'all'],
    queryFn: () =>
      listResource<DatasetResponse>('dataset', { order_column: 'table_name', order_direction: 'asc', page_size: 1000 }),
  })
  const all = datasets.data?.result ?? []
  const isLoadingExamples = useExampleLoad().state === 'loading'
  return (
    <>
      {datasets.isError && (
        <ErrorPanel title={t('An error occurred while fetching %ss: %s', t('dataset'), datasets.error.message)} />
      )}
      <div className={styles['notice']}>
        <ExampleLoadBanner />
      </div>
      {datasets.data?.result.length === 0 && !isLoadingExamples && <NoDatasets />}
      <div className={styles['start']}>
        <div className={styles['dataset']}>
          <Select
            label={t('Dataset')}
            placeholder={t('Select a dataset')}
            isSearchable
            isLoading={datasets.isFetching}
            options={all.map((each) => ({ value: each.id, label: each.table_name }))}
            value={datasetId}
            onChange={onDataset}
          />
        </div>
        {all.length > 0 && <RecentDatasets datasets={all} chosen={datasetId} onDataset={onDataset} />}
      </div>
    </>
  )
}

/** `/chart/add`: select a dataset and a chart type, or a suggested chart, then continue in Explore. */
export default function NewChartPage() {
  const navigate = useNavigate()
  const { dashboard_id: dashboardId }: { dashboard_id?: string | number } = useSearch({ strict: false })
  const [datasetId, setDataset] = useState<number>()
  const [vizType, setVizType] = useState<string | undefined>(session().settings.defaultVizType)
  const go = (urlParams: Readonly<Record<string, string>>) => {
    const back = dashboardId === undefined ? {} : { dashboard_id: String(dashboardId) }
    const search = new URLSearchParams({ dataset_id: String(datasetId), ...urlParams, ...back })
    void navigate({ href: `/explore?${search.toString()}` })
  }
  const create = (type: string | undefined) => type !== undefined && datasetId !== undefined && go({ viz_type: type })
  return (
    <Page padding="list" isScrolling header={<PageHeader title={t('Create a new chart')} />}>
      <Start datasetId={datasetId} onDataset={setDataset} />
      <VisuallyHidden as="h2">{t('Visualization type')}</VisuallyHidden>
      <div className={styles['gallery']} role="group" aria-label={t('Visualization type')}>
        <Gallery
          key={datasetId}
          chosen={vizType}
          onChoose={setVizType}
          onTake={create}
          opensData
          forData={
            datasetId !== undefined && (
              <ForData
                datasetId={datasetId}
                onTake={(form, title) => go({ form_data: JSON.stringify(form), slice_name: title })}
              />
            )
          }
        />
      </div>
      <div className={styles['foot']}>
        <span>{t('Double-click a chart type, or press Enter twice, to create the chart')}</span>
        <Button
          variant="primary"
          isDisabled={datasetId === undefined || vizType === undefined}
          onPress={() => create(vizType)}
        >
          {t('Create new chart')}
        </Button>
      </div>
    </Page>
  )
}
