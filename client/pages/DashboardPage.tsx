import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type DashboardParts, fetchDashboard } from '#calls/dashboards.ts'
import { RequestAccess } from '#client/access/RequestAccess.tsx'
import { DashboardView } from '#client/dashboard/DashboardView.tsx'
import { DashboardStyles } from '#client/dashboard/css/DashboardStyles.tsx'
import { DraftOffer } from '#client/dashboard/edit/DraftOffer.tsx'
import { DependentValues } from '#client/dashboard/filter-bar/DependentValues.tsx'
import { FirstOptionDefaults } from '#client/dashboard/filter-bar/FirstOptionDefaults.tsx'
import { prefetchOpeningCharts } from '#client/dashboard/opening/prefetch-opening-charts.ts'
import { comparisons } from '#client/dashboard/state/comparison.ts'
import { parseObject } from '#client/dashboard/state/dashboard-info.ts'
import { filterFeatures } from '#client/dashboard/state/filter-features.ts'
import { hydrate } from '#client/dashboard/state/hydrate.ts'
import { createDashboardLoader, type DashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { requestedMigration } from '#client/dashboard/filter-box/requested-migration.ts'
import { filterSetMasks, type OpeningView, openingView, viewMasks } from '#client/dashboard/opening/opening-view.ts'
import {
  actions,
  createDashboardStore,
  DashboardContext,
  type DashboardStore,
  useDashboard,
  useDashboardStore,
} from '#client/dashboard/state/store.ts'
import { useRetryOnline, useRetrySignedIn } from '#client/dashboard/state/use-retry-online.ts'
import { useUnapplied } from '#client/dashboard/filters/use-unapplied.ts'
import { useUrlSync } from '#client/dashboard/opening/use-url-sync.ts'
import { onDemand } from '#client/shell/on-demand.tsx'
import { LoadError } from '#client/shell/LoadError.tsx'
import { VisiblePagePartsContext } from '#client/shell/visible-page-parts.ts'
import { usePageFocus } from '#client/shell/use-page-focus.ts'
import { session } from '#client/session/session.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { chartUrlParams, urlParam } from '#core/rest/url-params.ts'
import { t } from '#core/text/t.ts'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { toast } from '#ui/overlay/toast.ts'

/** The placeholder while the editor loads. */
function EditorPlaceholder() {
  return <Skeleton shape="block" label={t('Loading the editor')} />
}

const DashboardEditor = onDemand<{ readonly onClose: () => void }>(
  () => import('#client/dashboard/edit/DashboardEditor.tsx').then((module) => module.DashboardEditor),
  EditorPlaceholder,
)

const dashboards = () => ({ href: '/dashboard/list', text: t('Dashboards') })

function Body() {
  useUrlSync()
  useUnapplied()
  useRetryOnline()
  useRetrySignedIn()
  const store = useDashboardStore()
  const isEditing = useDashboard((state) => state.editMode)
  // The button that had the focus unmounts when the mode changes.
  usePageFocus(isEditing ? 'edit' : 'read')
  return (
    <DraftOffer>
      <DashboardStyles />
      {isEditing ? (
        <DashboardEditor onClose={() => store.setState({ editMode: false })} />
      ) : (
        <DashboardView onEdit={() => store.setState({ editMode: true })} />
      )}
    </DraftOffer>
  )
}

function Opening() {
  return <Skeleton shape="block" label={t('Loading the dashboard')} />
}

interface AskOpeningProps {
  readonly store: DashboardStore
  readonly loader: DashboardLoader
  readonly onRequested: () => void
}

/** Requests the initial charts of a dashboard before anything is rendered, in the same task. */
function OpeningDashboardLoader({ store, loader, onRequested }: AskOpeningProps) {
  const shown = useContext(VisiblePagePartsContext)
  useLayoutEffect(() => {
    prefetchOpeningCharts(store, loader, shown)
    onRequested()
  }, [store, loader, shown, onRequested])
  return <Opening />
}

interface LoadedProps {
  readonly parts: DashboardParts
  readonly view: OpeningView
  /** The initial masks of filters that the URL does not mention. */
  readonly defaults: OpeningView['masks']
}

const emptyProps = {}

/** Reports filter names and values in the URL that could not be applied. */
function useNameProblems(store: DashboardStore, view: OpeningView): void {
  useEffect(() => {
    const { problems } = viewMasks(view, store.getState().filters)
    if (problems.length === 0) return
    const names = (reason: string) => problems.filter((each) => each.reason === reason).map(({ name }) => name)
    const [missing, invalid] = [names('no filter'), names('no value')]
    const texts = [
      ...(missing.length > 0 ? [t('This dashboard has no filter named %s.', missing.join(', '))] : []),
      ...(invalid.length > 0 ? [t('The value in the link is not valid for the filter %s.', invalid.join(', '))] : []),
    ]
    toast.show({ text: texts.join(' '), tone: 'warn' })
  }, [store, view])
}

function Loaded({ parts, view, defaults }: LoadedProps) {
  const store = useMemo(
    () =>
      createDashboardStore(
        hydrate({
          ...parts,
          user: session().user,
          wantsEdit: urlParam(view.params, 'edit') === true,
          masks: (filters) => viewMasks(view, filters).masks,
          defaults,
          activeTabs: view.activeTabs,
          urlParams: chartUrlParams(view.params.entries()),
          preselect: urlParam(view.params, 'preselect_filters') ?? undefined,
          comparison: comparisons.find((each) => each === view.params.get('compare')),
          migration: requestedMigration(parts.dashboard.id, view.params),
          showsFilters: urlParam(view.params, 'show_filters') ?? undefined,
          expandsFilters: urlParam(view.params, 'expand_filters') ?? undefined,
          features: filterFeatures(),
          newSuffix: () => crypto.randomUUID().slice(0, 10),
        }),
      ),
    [parts, view, defaults],
  )
  useNameProblems(store, view)
  const loader = useMemo(() => createDashboardLoader(store, session().settings.webTimeout * 1000), [store])
  useEffect(() => actions.datasetsArrived(store, Date.now()), [store])
  const [isRequested, setRequested] = useState(false)
  const onRequested = useCallback(() => setRequested(true), [])
  if (!isRequested) return <OpeningDashboardLoader store={store} loader={loader} onRequested={onRequested} />
  return (
    <DashboardContext value={store}>
      <LoaderContext value={loader}>
        <FirstOptionDefaults />
        <DependentValues />
        <Body />
      </LoaderContext>
    </DashboardContext>
  )
}

/** Fetches the masks of the filter set that the dashboard opens with; empty if the set does not exist. */
function useDefaultSet(dashboard: DashboardResponse | undefined) {
  const set = parseObject(dashboard?.json_metadata)['default_filter_set']
  const { flags, user } = session()
  const isOffered = flags.DASHBOARD_NATIVE_FILTERS && flags.DASHBOARD_NATIVE_FILTERS_SET && user.userId !== null
  return useQuery({
    queryKey: ['default-filter-set', dashboard?.id, set],
    enabled: isOffered && dashboard !== undefined && typeof set === 'number',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: () => filterSetMasks(String(dashboard?.id), Number(set)),
  })
}

/** `/dashboard/:idOrSlug` */
export default function DashboardPage() {
  const { idOrSlug = '' } = useParams({ strict: false })
  const view = useQuery({
    queryKey: ['dashboard-view', idOrSlug],
    queryFn: () => openingView(window.location, idOrSlug),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [hasPermalink] = useState(() => new URLSearchParams(window.location.search).has('permalink_key'))
  const parts = useQuery({
    queryKey: ['dashboard', idOrSlug],
    // Reading its permalink grants the user access to a draft.
    enabled: !hasPermalink || view.isFetched,
    queryFn: ({ signal }) => fetchDashboard(idOrSlug, signal),
    staleTime: 0,
    gcTime: 0,
    // a page in edit mode must not reload because the network came back
    refetchOnReconnect: false,
  })
  const ofDefault = useDefaultSet(parts.data?.dashboard)
  if (parts.isError && !parts.data)
    return (
      <LoadError
        title={t('This dashboard cannot be shown')}
        error={parts.error}
        missing={t('Dashboard not found')}
        way={dashboards()}
        onRetry={() => void parts.refetch()}
        access={session().user.userId !== null && <RequestAccess object={{ type: 'dashboard', id: idOrSlug }} />}
      />
    )
  if (view.isError && !view.data)
    return (
      <LoadError
        title={t('This link cannot be followed')}
        error={view.error}
        missing={t('The target of this link was not found')}
        way={dashboards()}
        onRetry={() => void view.refetch()}
      />
    )
  if (!parts.data || !view.data || ofDefault.isLoading) return <Opening />
  return <Loaded parts={parts.data} view={view.data} defaults={ofDefault.data ?? emptyProps} />
}
