import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { fetchColumnExtent } from '#calls/column-extent.ts'
import { fetchResource } from '#calls/resources.ts'
import { fitGrain } from '#client/explore/new-chart/suitable-grain.ts'
import { syncDatasetWithForm } from '#client/explore/state/change-dataset.ts'
import { MissingData } from '#client/dataset/MissingData.tsx'
import { ExploreView } from '#client/explore/ExploreView.tsx'
import { exploreUrl } from '#client/explore/state/explore-url.ts'
import type { GoTo } from '#client/explore/save/use-save-chart.ts'
import { storeDraft, restoreDraft } from '#client/explore/state/draft.ts'
import { ApiResponseError } from '#calls/call.ts'
import { RequestAccess } from '#client/access/RequestAccess.tsx'
import { createRunner, RunnerContext } from '#client/explore/state/chart-runner.ts'
import { createExploreStore, ExploreContext, type ExploreStart } from '#client/explore/state/store.ts'
import { useResource } from '#client/session/use-resource.ts'
import { session } from '#client/session/session.ts'
import { tabStorage } from '#client/session/storage.ts'
import { LoadError } from '#client/shell/LoadError.tsx'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { exploreStart } from './explore-start.ts'

/** Requests access to the dataset that the error of a rejected page names. */
function DatasetAccess({ error }: { readonly error: Error }) {
  const body = error instanceof ApiResponseError ? error.body : undefined
  const id = Number(readErrorBody(body).reference?.args[0])
  return session().user.userId === null || !(id > 0) ? null : <RequestAccess object={{ type: 'dataset', id }} />
}

/** Returns the query string with another dataset, so that a reload keeps it. */
function withDatasetId(query: string, id: number): string {
  const search = new URLSearchParams(query)
  search.delete('datasource_id')
  search.delete('datasource_type')
  search.set('dataset_id', String(id))
  return `?${search.toString()}`
}

function backOf(search: URLSearchParams, dashboard: DashboardResponse | null) {
  if (!dashboard) return null
  const params = new URLSearchParams()
  const masks = search.get('native_filters')
  if (masks) params.set('native_filters', masks)
  const tabs = search.get('dashboard_tabs')
  const query = params.size > 0 ? `?${params.toString()}` : ''
  return {
    href: `/dashboard/${encodeURIComponent(dashboard.slug || String(dashboard.id))}${query}${tabs ? `#${tabs}` : ''}`,
    title: dashboard.dashboard_title,
    id: dashboard.abilities?.can_write === false ? undefined : dashboard.id,
  }
}

interface LoadedProps {
  readonly from: ExploreStart
  readonly search: URLSearchParams
  /** The key of this entry in the browser's history; it survives a reload. */
  readonly entry: string
}

function Loaded({ from, search, entry }: LoadedProps) {
  const navigate = useNavigate()
  const store = useMemo(() => {
    const newStore = createExploreStore(from)
    restoreDraft(newStore, tabStorage(), entry)
    return newStore
  }, [from, entry])
  useEffect(() => void (from.isNew && fitGrain(store, fetchColumnExtent)), [store, from])
  useEffect(() => storeDraft(store, tabStorage(), entry), [store, entry])
  useEffect(
    () =>
      syncDatasetWithForm(store, (id) =>
        window.history.replaceState(window.history.state, '', withDatasetId(window.location.search, id)),
      ),
    [store],
  )
  const runner = useMemo(() => createRunner(store, session().settings.webTimeout * 1000), [store])
  const { dashboardId } = exploreUrl(search)
  const dashboard = useResource(
    ['dashboard-title', dashboardId],
    (signal) => fetchResource<DashboardResponse>('dashboard', dashboardId ?? 0, signal),
    dashboardId !== null,
  )
  const onSaved = (chartId: number, goTo: GoTo | undefined) => {
    if (goTo !== undefined) {
      const back = goTo.id === dashboardId ? backOf(search, dashboard.resource)?.href : undefined
      const href = back ?? `/dashboard/${goTo.id}`
      return void navigate({ href: goTo.containerId ? `${href.replace(/#.*$/, '')}#${goTo.containerId}` : href })
    }
    const stored = [...search.entries()].filter(
      ([name]) => !['dataset_id', 'viz_type', 'permalink_key', 'form_data_key', 'form_data', 'slice_id'].includes(name),
    )
    window.history.replaceState(
      window.history.state,
      '',
      `?${new URLSearchParams([['slice_id', String(chartId)], ...stored]).toString()}`,
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
  // Saving a chart changes the URL but not the content of the page.
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' })
  const from = useQuery({
    queryKey: ['explore', entry],
    queryFn: () => exploreStart(new URLSearchParams(window.location.search)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (from.isError)
    return (
      <LoadError
        title={t('This chart cannot be shown')}
        error={from.error}
        missing={t('Chart not found')}
        way={{ href: '/chart/list', text: t('Charts') }}
        onRetry={() => void from.refetch()}
        access={<DatasetAccess error={from.error} />}
      />
    )
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
