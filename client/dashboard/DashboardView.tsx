import { type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { RangeComparisonContext } from '#controls/shared/time-range/range-comparison.tsx'
import { t } from '#core/text/t.ts'
import type { TypedComparison } from '#core/time/typed-range.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { VisiblePagePartsContext } from '#client/shell/visible-page-parts.ts'
import { Button } from '#ui/base/Button.tsx'
import { Drawer } from '#ui/overlay/Drawer.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useHasDrawers, useIsCompact } from '#ui/tokens/viewport-hooks.ts'
import { MigrationBanner } from './filter-box/MigrationBanner.tsx'
import { useTileCopy } from './chart/use-tile-copy.ts'
import { useEscape } from './chart/use-escape.ts'
import { ConfigActions } from './filter-bar/ConfigActions.tsx'
import { FilterActions, FilterBar } from './filter-bar/FilterBar.tsx'
import { FilterBody } from './filter-bar/FilterBody.tsx'
import { FilterRow } from './filter-bar/FilterRow.tsx'
import { AppliedFilterSummary } from './filter-bar/AppliedFilterSummary.tsx'
import { RemainingRows } from './filter-bar/RemainingRows.tsx'
import { StepButtons } from './filter-bar/StepButtons.tsx'
import { TimeZone } from './filter-bar/TimeZone.tsx'
import { ConnectionLost } from './header/ConnectionLost.tsx'
import { ServerFailures } from './header/ServerFailures.tsx'
import { OpenTab, TopTabs } from './OpenTab.tsx'
import { DashboardHeader } from './header/DashboardHeader.tsx'
import { FullscreenExit } from './header/FullscreenExit.tsx'
import { useAutoRefresh } from './header/use-auto-refresh.ts'
import { useDashboardActions } from './header/use-dashboard-actions.ts'
import { useRefresh } from './header/use-refresh.ts'
import { DashboardExportProvider } from './export/DashboardExportProvider.tsx'
import { ComparisonTime } from './header/ComparisonTime.tsx'
import { AddFilter } from './filter-bar/AddFilter.tsx'
import { filterBarOptions } from './state/filter-bar-options.ts'
import { canCompareTimes, typedComparisons } from './state/comparison.ts'
import { useDashboardSearch } from './filters/use-dashboard-search.ts'
import { canConfigureFilters } from './filters/filter-targets.ts'
import { hasValue } from './state/masks.ts'
import type { DashboardState } from './state/hydrate.ts'
import { actions, useDashboard, useDashboardStore } from './state/store.ts'
import styles from './DashboardView.module.css'

function PhoneFilters() {
  const [isOpen, setOpen] = useState(false)
  const store = useDashboardStore()
  useEffect(() => store.subscribe(({ sought }) => sought !== undefined && setOpen(true)), [store])
  const count = useDashboard((state) => state.filters.filter((filter) => hasValue(state.masks[filter.id])).length)
  return (
    <div className={styles['phone']}>
      <Button variant="primary" size="lg" icon="filter" onPress={() => setOpen(true)}>
        {count > 0 ? t('Filters · %s', String(count)) : t('Filters')}
      </Button>
      <Drawer
        title={t('Filters')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        headerEnd={<ConfigActions />}
        footer={<FilterActions onDone={() => setOpen(false)} />}
      >
        <FilterBody />
      </Drawer>
    </div>
  )
}

/** The vertical filter bar. It collapses if it takes too much of the width, until the user expands it. */
function FoldingBar() {
  const isTight = useIsCompact()
  const requested = useDashboard((state) => state.filterBar.isOpen)
  const [chosen, choose] = useState(requested)
  const store = useDashboardStore()
  useEffect(() => store.subscribe(({ sought }) => sought !== undefined && choose(true)), [store])
  const isOpen = chosen ?? !isTight
  return <FilterBar isOpen={isOpen} onToggle={() => choose(!isOpen)} />
}

const isBarThere = ({ filterBar, filters }: DashboardState) => filterBar.isShown && filters.length > 0

/** The filter bar in its vertical or horizontal position; a drawer on narrow screens. */
function PlacedBar({ isAbove }: { readonly isAbove: boolean }) {
  const isDrawer = useHasDrawers()
  const isThere = useDashboard(isBarThere) && !isDrawer
  const looks = filterBarOptions(useDashboard((state) => state.info.metadata))
  if (!isThere || looks.isAbove !== isAbove) return null
  return <CrashBoundary>{isAbove ? <FilterRow /> : <FoldingBar />}</CrashBoundary>
}

const FilterConfigDialog = onDemand(() =>
  import('./filter-config/FilterConfigDialog.tsx').then((module) => module.FilterConfigDialog),
)

const Presentation = onDemand(() => import('./presentation/Presentation.tsx').then((module) => module.Presentation))

/** The filter configuration dialog, while it is open. */
function Configuring() {
  const store = useDashboardStore()
  const opening = useDashboard((state) => state.configuring)
  if (!opening) return null
  return <FilterConfigDialog opening={opening} onClose={() => actions.configure(store, undefined)} />
}

/** A button to add the first filter of a dashboard, for users who may configure filters. */
function FirstFilter() {
  const mayAdd = useDashboard(
    ({ info, filters, charts }) => canConfigureFilters(info) && filters.length === 0 && Object.keys(charts).length > 0,
  )
  return mayAdd ? <AddFilter isNamed /> : null
}

/** Scrolls to the box named in the URL, and to a chart that the user looks for. */
function useAnchor(): void {
  const store = useDashboardStore()
  const anchor = useDashboard((state) => state.anchor)
  useEffect(() => {
    if (anchor === undefined) return
    document.querySelector(`[data-node="${CSS.escape(anchor)}"]`)?.scrollIntoView({ block: 'center' })
    actions.arrived(store)
  }, [store, anchor])
}

function useTitle(): void {
  const title = useDashboard((state) => state.info.title)
  useEffect(() => {
    document.title = `${title} · Facet`
  }, [title])
}

/** A dashboard in view mode, with export to images and print. */
export function DashboardView(props: { readonly onEdit: () => void }) {
  return (
    <DashboardExportProvider>
      <ComparingRanges>
        <Reading {...props} />
      </ComparingRanges>
    </DashboardExportProvider>
  )
}

/** Messages about the whole page, shown above the charts. */
function Above() {
  return (
    <>
      <CrashBoundary>
        <AppliedFilterSummary>
          <FirstFilter />
          <ComparisonTime />
          <StepButtons />
          <RemainingRows />
          <TimeZone />
        </AppliedFilterSummary>
      </CrashBoundary>
      <div className={styles['notes']}>
        <ConnectionLost />
        <ServerFailures />
        <MigrationBanner />
      </div>
    </>
  )
}

/** Lets typed time ranges compare all charts that can be compared: `mtd vs ly`. */
function ComparingRanges({ children }: { readonly children: ReactNode }) {
  const store = useDashboardStore()
  const canCompare = useDashboard((state) =>
    Object.values(state.charts).some(({ form_data }) => canCompareTimes(form_data)),
  )
  const compare = useCallback((period: TypedComparison) => actions.compare(store, typedComparisons[period]), [store])
  return <RangeComparisonContext value={canCompare ? compare : undefined}>{children}</RangeComparisonContext>
}

function Reading({ onEdit }: { readonly onEdit: () => void }) {
  const store = useDashboardStore()
  const refresh = useRefresh()
  useEscape()
  useAutoRefresh(refresh)
  useAnchor()
  const onRefresh = () => {
    toast.show({ text: t('Refreshing charts') })
    void refresh()
  }
  useDashboardActions({ onEdit, onRefresh })
  useDashboardSearch()
  useTileCopy()
  const { hasTitle, hasTopTabs } = useContext(VisiblePagePartsContext)
  const isFull = useDashboard((state) => state.fullChart !== undefined)
  const isPresenting = useDashboard((state) => state.isPresenting)
  const hasFilters = useDashboard(isBarThere)
  const isDrawer = useHasDrawers()
  useTitle()

  return (
    <div className={styles['page']} data-full={isFull || undefined} data-presenting={isPresenting || undefined}>
      {hasTitle && (
        <CrashBoundary>
          <DashboardHeader onEdit={onEdit} onRefresh={onRefresh} />
        </CrashBoundary>
      )}
      {hasTopTabs && <TopTabs />}
      <PlacedBar isAbove />
      <div className={styles['work']}>
        <PlacedBar isAbove={false} />
        <div className={styles['scroll']}>
          <Above />
          <div className={styles['contained']}>
            <div className={styles['grid']} data-grid data-dashboard-css>
              <OpenTab onEdit={onEdit} />
            </div>
          </div>
        </div>
      </div>
      {hasFilters && isDrawer && <PhoneFilters />}
      <Configuring />
      <FullscreenExit />
      {isPresenting && <Presentation onClose={() => actions.present(store, false)} />}
    </div>
  )
}
