import { lazy, Suspense, useEffect, useState } from 'react'
import { tabTitle } from '#core/layout/make.ts'
import { childrenOf, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import { COLUMNS } from '#core/layout/units.ts'
import { activeTabsFor, visibleCharts } from '#core/scope/tabs-in-scope.ts'
import { t } from '#core/text/t.ts'
import { queryTriggered } from '#client/chart/machine.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/input/Button.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { Drawer } from '#ui/overlay/Drawer.tsx'
import { useTight } from '#ui/tokens/narrow.ts'
import { FilterActs, FilterBar } from './filter-bar/FilterBar.tsx'
import { FilterBody } from './filter-bar/FilterBody.tsx'
import { Sentence } from './filter-bar/Sentence.tsx'
import { GridNode } from './grid/GridNode.tsx'
import { DashboardHeader } from './header/DashboardHeader.tsx'
import { AddFilter } from './filter-bar/AddFilter.tsx'
import { mayConfigure } from './state/filter-targets.ts'
import { hasValue } from './state/masks.ts'
import { useLoader } from './state/loading.ts'
import { actions, formOf, useDashboard, useDashboardStore } from './state/store.ts'
import { openTab } from './state/tabs.ts'
import { useIsLost } from './state/use-retry-online.ts'
import styles from './DashboardView.module.css'

/** The tabs at the top of a dashboard, when it has any, and the box that is open. */
function useTop() {
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const top = childrenOf(layout, ROOT_ID)[0]
  if (top?.type !== 'TABS') return { tabs: [], selected: undefined, box: top }
  const selected = openTab(layout, top, activeTabs)
  return { tabs: childrenOf(layout, top.id), selected, box: selected ? nodeOf(layout, selected) : undefined }
}

function PhoneFilters() {
  const [isOpen, setOpen] = useState(false)
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
        footer={<FilterActs onDone={() => setOpen(false)} />}
      >
        <FilterBody />
      </Drawer>
    </div>
  )
}

/** Asks the charts of the open tabs again, past every cache; the others when they are seen. */
function useRefresh(): () => void {
  const store = useDashboardStore()
  const { loader } = useLoader()
  return () => {
    const state = store.getState()
    const open = visibleCharts(state.layout, activeTabsFor(state.layout, state.activeTabs))
    for (const { id, queriesResponse } of Object.values(state.charts)) {
      const form = formOf(state, id)
      if (open.includes(id) && queriesResponse && form)
        void loader.load(id, form, { force: true, dashboardId: state.info.id, sliceId: id })
      else actions.changeCharts(store, (charts) => queryTriggered(charts, id))
    }
  }
}

/** One word for all charts that got no answer; they keep what they show. */
function Lost() {
  const store = useDashboardStore()
  if (!useIsLost()) return null
  return (
    <Banner
      tone="warn"
      isLive
      actions={
        <Button size="sm" variant="quiet" onPress={() => actions.askLostAgain(store)}>
          {t('Try now')}
        </Button>
      }
    >
      {t('The connection is lost. What is shown is from before; it is asked for again until it comes.')}
    </Banner>
  )
}

/** The filters beside the charts; where they take too much of the width they are folded, until somebody opens them. */
function FoldingBar() {
  const isTight = useTight()
  const [chosen, choose] = useState<boolean>()
  const isOpen = chosen ?? !isTight
  return <FilterBar isOpen={isOpen} onToggle={() => choose(!isOpen)} />
}

function Nothing({ isTab, onEdit }: { readonly isTab: boolean; readonly onEdit: () => void }) {
  const canEdit = useDashboard((state) => state.info.dash_edit_perm)
  return (
    <EmptyState
      size="lg"
      title={isTab ? t('This tab is empty') : t('There is nothing on this dashboard yet')}
      text={canEdit ? t('Add charts and texts to it by editing it.') : undefined}
      actions={
        canEdit && (
          <Button variant="primary" icon="edit" onPress={onEdit}>
            {t('Edit dashboard')}
          </Button>
        )
      }
    />
  )
}

const FilterConfigDialog = lazy(() =>
  import('./filter-config/FilterConfigDialog.tsx').then((module) => ({ default: module.FilterConfigDialog })),
)

/** The dialog of filters, while it is open. */
function Configuring() {
  const store = useDashboardStore()
  const opening = useDashboard((state) => state.configuring)
  if (!opening) return null
  return (
    <Suspense fallback={null}>
      <FilterConfigDialog opening={opening} onClose={() => actions.configure(store, undefined)} />
    </Suspense>
  )
}

/** The first filter of a dashboard, for those who may make one. */
function FirstFilter() {
  const mayAdd = useDashboard(
    ({ info, filters, charts }) => mayConfigure(info) && filters.length === 0 && Object.keys(charts).length > 0,
  )
  return mayAdd ? <AddFilter isNamed /> : null
}

/** A dashboard being read. */
export function DashboardView({ onEdit }: { readonly onEdit: () => void }) {
  const store = useDashboardStore()
  const refresh = useRefresh()
  const { tabs, selected, box } = useTop()
  const hasFilters = useDashboard((state) => state.filters.length > 0)
  const title = useDashboard((state) => state.info.title)
  useEffect(() => {
    document.title = `${title} · Facet`
  }, [title])

  return (
    <div className={styles['page']}>
      <CrashBoundary>
        <DashboardHeader onEdit={onEdit} onRefresh={refresh} />
      </CrashBoundary>
      {tabs.length > 0 && (
        <div className={styles['tabs']}>
          <Tabs
            label={t('Tabs')}
            items={tabs.map((tab) => ({ id: tab.id, label: tabTitle(tab) }))}
            selected={selected ?? ''}
            onSelect={(id) => actions.openTab(store, id)}
          />
        </div>
      )}
      <div className={styles['work']}>
        {hasFilters && (
          <CrashBoundary>
            <FoldingBar />
          </CrashBoundary>
        )}
        <div className={styles['scroll']}>
          <CrashBoundary>
            <Sentence>
              <FirstFilter />
            </Sentence>
          </CrashBoundary>
          <Lost />
          <div className={styles['grid']}>
            {box && box.children.length > 0 ? (
              box.children.map((id) => <GridNode key={id} id={id} columns={COLUMNS} />)
            ) : (
              <Nothing isTab={tabs.length > 0} onEdit={onEdit} />
            )}
          </div>
        </div>
      </div>
      {hasFilters && <PhoneFilters />}
      <Configuring />
    </div>
  )
}
