import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { ApiError } from '#calls/call.ts'
import { loadChart } from '#calls/charts.ts'
import { loadDataset } from '#calls/datasets.ts'
import { readExplorePermalink } from '#calls/permalinks.ts'
import { showResource } from '#calls/resources.ts'
import { followDataset } from '#client/explore/dataset/change-dataset.ts'
import { MissingData } from '#client/explore/dataset/MissingData.tsx'
import { withDataset } from '#client/explore/dataset/with-dataset.ts'
import { ExploreView } from '#client/explore/ExploreView.tsx'
import { keepDraft, restoreDraft } from '#client/explore/state/draft.ts'
import { createRunner, RunnerContext } from '#client/explore/state/run.ts'
import { createExploreStore, ExploreContext, type ExploreStart } from '#client/explore/state/store.ts'
import { useResource } from '#client/session/use-resource.ts'
import { session } from '#client/session/session.ts'
import { tabStorage } from '#client/session/storage.ts'
import { LoadFailed } from '#client/shell/LoadFailed.tsx'
import { chartType } from '#charts/index.ts'
import { formDefaults } from '#controls/form.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { ChartAnswer, DashboardAnswer, DatasetAnswer } from '#core/rest/answers.ts'
import { urlParam } from '#core/rest/url-params.ts'
import { t } from '#core/text/t.ts'
import { Skeleton } from '#ui/display/Skeleton.tsx'

/** The form of a new chart: defaults of its type, the dataset's main time column. */
function newForm(vizType: string, dataset: DatasetAnswer): FormData {
  const type = chartType(vizType)
  return {
    ...formDefaults(type?.controls ?? []),
    viz_type: vizType,
    datasource: `${dataset.id}__table`,
    ...(dataset.main_dttm_col ? { granularity_sqla: dataset.main_dttm_col } : {}),
    time_range: 'No filter',
  }
}

function savedForm(chart: ChartAnswer): FormData {
  const params = JSON.parse(chart.params || '{}') as Record<string, unknown>
  return {
    ...params,
    viz_type: chart.viz_type,
    datasource: `${chart.datasource_id}__${chart.datasource_type}`,
    slice_id: chart.id,
  }
}

/** Why a page cannot begin: the address names nothing, or what it names has no dataset. */
type Missing = 'parameters' | 'dataset'

/** The dataset of an id; undefined when it is no longer there. */
async function findDataset(id: number): Promise<DatasetAnswer | undefined> {
  try {
    return await loadDataset(id)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** The form on its dataset, or on the one the address names instead. */
function onDataset(form: FormData, dataset: DatasetAnswer): FormData {
  return parseDatasource(form.datasource)?.id === dataset.id ? form : withDataset(form, dataset)
}

/** What the address asks for, or why it cannot be had. */
async function start(search: URLSearchParams): Promise<ExploreStart | Missing> {
  const key = urlParam(search, 'permalink_key')
  const linked = key ? (await readExplorePermalink(key)).state.formData : null
  const datasetId =
    urlParam(search, 'dataset_id') ?? urlParam(search, 'datasource_id') ?? parseDatasource(linked?.datasource)?.id
  const sliceId = urlParam(search, 'slice_id') ?? linked?.slice_id ?? null
  if (sliceId !== null) {
    const chart = await loadChart(sliceId)
    const form = linked ?? savedForm(chart)
    const named = urlParam(search, 'dataset_id') ?? parseDatasource(form.datasource)?.id ?? chart.datasource_id
    const dataset = await findDataset(named)
    return dataset ? { slice: chart, dataset, form: onDataset(form, dataset), title: chart.slice_name } : 'dataset'
  }
  if (datasetId === null || datasetId === undefined) return 'parameters'
  const dataset = await findDataset(datasetId)
  if (!dataset) return 'dataset'
  const vizType = urlParam(search, 'viz_type') ?? session().settings.defaultVizType
  return { slice: null, dataset, form: linked ? onDataset(linked, dataset) : newForm(vizType, dataset), title: '' }
}

/** The address of the page with another dataset: a reload stays on it. */
function withDatasetId(query: string, id: number): string {
  const search = new URLSearchParams(query)
  search.delete('datasource_id')
  search.delete('datasource_type')
  search.set('dataset_id', String(id))
  return `?${search.toString()}`
}

function backOf(search: URLSearchParams, dashboard: DashboardAnswer | null) {
  if (!dashboard) return null
  const params = new URLSearchParams()
  const masks = search.get('native_filters')
  if (masks) params.set('native_filters', masks)
  const tabs = search.get('dashboard_tabs')
  const query = params.size > 0 ? `?${params.toString()}` : ''
  return {
    href: `/dashboard/${encodeURIComponent(dashboard.slug || String(dashboard.id))}${query}${tabs ? `#${tabs}` : ''}`,
    title: dashboard.dashboard_title,
  }
}

interface LoadedProps {
  readonly from: ExploreStart
  readonly search: URLSearchParams
  /** Names this entry of the browser's history; the same after a reload. */
  readonly entry: string
}

function Loaded({ from, search, entry }: LoadedProps) {
  const navigate = useNavigate()
  const store = useMemo(() => {
    const made = createExploreStore(from)
    restoreDraft(made, tabStorage(), entry)
    return made
  }, [from, entry])
  useEffect(() => keepDraft(store, tabStorage(), entry), [store, entry])
  useEffect(
    () =>
      followDataset(store, (id) =>
        window.history.replaceState(window.history.state, '', withDatasetId(window.location.search, id)),
      ),
    [store],
  )
  const runner = useMemo(() => createRunner(store, session().settings.webTimeout * 1000), [store])
  const dashboardId = urlParam(search, 'dashboard_id')
  const dashboard = useResource(
    ['dashboard-title', dashboardId],
    (signal) => showResource<DashboardAnswer>('dashboard', dashboardId ?? 0, signal),
    dashboardId !== null,
  )
  const onSaved = (chartId: number, goTo: number | undefined) => {
    if (goTo !== undefined) {
      const href = goTo === dashboardId ? backOf(search, dashboard.resource)?.href : undefined
      return void navigate({ href: href ?? `/dashboard/${goTo}` })
    }
    const kept = [...search.entries()].filter(
      ([name]) => !['dataset_id', 'viz_type', 'permalink_key', 'slice_id'].includes(name),
    )
    window.history.replaceState(
      window.history.state,
      '',
      `?${new URLSearchParams([['slice_id', String(chartId)], ...kept]).toString()}`,
    )
  }
  return (
    <ExploreContext value={store}>
      <RunnerContext value={runner}>
        <ExploreView back={backOf(search, dashboard.resource)} onSaved={onSaved} />
      </RunnerContext>
    </ExploreContext>
  )
}

/** `/explore` */
export default function ExplorePage() {
  const navigate = useNavigate()
  const params = useSearch({ strict: false })
  const search = useMemo(() => new URLSearchParams(params), [params])
  // Saving a chart changes the address, but not what stands on the page.
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' })
  const from = useQuery({
    queryKey: ['explore', entry],
    queryFn: () => start(new URLSearchParams(window.location.search)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (from.isError)
    return <LoadFailed title={t('This chart cannot be shown')} error={from.error} onRetry={() => void from.refetch()} />
  if (from.isPending) return <Skeleton shape="block" label={t('Loading the chart')} />
  if (from.data === 'parameters' || from.data === 'dataset')
    return (
      <MissingData
        what={from.data}
        onDataset={({ id }) => void navigate({ href: `/explore${withDatasetId(window.location.search, id)}` })}
      />
    )
  return <Loaded from={from.data} search={search} entry={entry} />
}
