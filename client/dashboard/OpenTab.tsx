import { memo } from 'react'
import { tabTitle } from '#core/layout/make-node.ts'
import { childrenOf, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import { COLUMNS } from '#core/layout/units.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { GridNode } from './grid/GridNode.tsx'
import { MountedTabs } from './grid/MountedTabs.tsx'
import { useTabPrefetch } from './grid/use-tab-prefetch.ts'
import { actions, useDashboard, useDashboardStore } from './state/store.ts'
import { openTab } from './state/tabs.ts'
import styles from './DashboardView.module.css'

/** Returns the top-level tabs of a dashboard, if any, and the open box. */
function useTop() {
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const top = childrenOf(layout, ROOT_ID)[0]
  if (top?.type !== 'TABS') return { tabs: [], selected: undefined, box: top }
  const selected = openTab(layout, top, activeTabs)
  return { tabs: childrenOf(layout, top.id), selected, box: selected ? nodeOf(layout, selected) : undefined }
}

function Nothing({ isTab, onEdit }: { readonly isTab: boolean; readonly onEdit: () => void }) {
  const canEdit = useDashboard(({ info }) => info.dash_edit_perm && !info.isManagedExternally)
  return (
    <EmptyState
      size="lg"
      title={isTab ? t('This tab is empty') : t('This dashboard is empty')}
      text={canEdit ? t('Edit the dashboard to add charts and text.') : undefined}
      actions={
        canEdit && (
          <Button isWrite variant="primary" icon="edit" onPress={onEdit}>
            {t('Edit dashboard')}
          </Button>
        )
      }
    />
  )
}

interface BodyProps {
  readonly id: string | undefined
  readonly isTab: boolean
  readonly onEdit: () => void
}

/**
 * The content of a top-level tab, or of a dashboard without tabs. Memoized: opening a tab draws nothing in the others.
 */
const Body = memo(function Body({ id, isTab, onEdit }: BodyProps) {
  const box = useDashboard(({ layout }) => (id === undefined ? undefined : nodeOf(layout, id)))
  if (!box || box.children.length === 0) return <Nothing isTab={isTab} onEdit={onEdit} />
  return box.children.map((each) => <GridNode key={each} id={each} columns={COLUMNS} />)
})

/** The top-level tabs of a dashboard, if it has any. */
export function TopTabs() {
  const store = useDashboardStore()
  const { tabs, selected } = useTop()
  const prefetch = useTabPrefetch()
  if (tabs.length === 0) return null
  return (
    <div className={styles['tabs']}>
      <Tabs
        label={t('Tabs')}
        items={tabs.map((tab) => ({ id: tab.id, label: tabTitle(tab) }))}
        selected={selected ?? ''}
        onSelect={(id) => actions.openTab(store, id)}
        onHover={prefetch}
      />
    </div>
  )
}

/** The charts of the open tab. Other visited tabs stay mounted in their last state. */
export function OpenTab({ onEdit }: { readonly onEdit: () => void }) {
  const { tabs, selected, box } = useTop()
  if (tabs.length === 0 || !selected) return <Body id={box?.id} isTab={false} onEdit={onEdit} />
  return (
    <MountedTabs tabs={tabs.map(({ id }) => id)} open={selected}>
      {(id) => <Body id={id} isTab onEdit={onEdit} />}
    </MountedTabs>
  )
}
