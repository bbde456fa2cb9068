import { memo } from 'react'
import { tabTitle } from '#core/layout/make-node.ts'
import { heightInPixels } from '#core/layout/units.ts'
import { childrenOf, type LayoutNode, nodeOf } from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import { LazyMarkdown } from '#client/dashboard/markdown/LazyMarkdown.tsx'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { ChartHolder } from '../chart/ChartTile.tsx'
import { hasActiveFilterBoxes, isFilterBox } from '../state/filter-box/filter-boxes.ts'
import { actions, isDimmed, isOutlined, useDashboard, useDashboardStore } from '../state/store.ts'
import { openTab } from '../state/tabs.ts'
import { styleClassOf } from './style-names.ts'
import styles from './grid.module.css'
import { MountedTabs } from './MountedTabs.tsx'
import { useTabPrefetch } from './use-tab-prefetch.ts'

const sizes: Record<string, string | undefined> = {
  SMALL_HEADER: styles['small'],
  MEDIUM_HEADER: styles['medium'],
  LARGE_HEADER: styles['large'],
}

/** Returns the children of a node, without filter boxes that were migrated to native filters. */
function useChildren(node: LayoutNode): readonly LayoutNode[] {
  const layout = useDashboard((state) => state.layout)
  const hidden = useDashboard(({ migration, charts }) =>
    hasActiveFilterBoxes(migration)
      ? ''
      : Object.values(charts)
          .filter(({ form_data }) => isFilterBox(form_data.viz_type))
          .map(({ id }) => id)
          .join(),
  )
  const ids = hidden === '' ? [] : hidden.split(',').map(Number)
  return childrenOf(layout, node.id).filter(({ meta }) => !ids.includes(meta.chartId ?? -1))
}

function Children({ node, columns }: { readonly node: LayoutNode; readonly columns: number }) {
  return useChildren(node).map((child) => <GridNode key={child.id} id={child.id} columns={columns} />)
}

function EmptyTab() {
  const store = useDashboardStore()
  const canEdit = useDashboard(({ info }) => info.dash_edit_perm && !info.isManagedExternally)
  const edit = (
    <Button isWrite size="sm" icon="edit" onPress={() => store.setState({ editMode: true })}>
      {t('Edit dashboard')}
    </Button>
  )
  return <EmptyState size="sm" title={t('This tab is empty')} actions={canEdit && edit} />
}

/** Memoized: opening another tab does not draw existing tabs. */
const TabBody = memo(function TabBody({ id, columns }: { readonly id: string; readonly columns: number }) {
  const tab = useDashboard((state) => nodeOf(state.layout, id))
  if (!tab) return null
  return tab.children.length === 0 ? <EmptyTab /> : <Children node={tab} columns={columns} />
})

function TabsNode({ node, columns }: { readonly node: LayoutNode; readonly columns: number }) {
  const store = useDashboardStore()
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const selected = openTab(layout, node, activeTabs)
  const tabs = childrenOf(layout, node.id)
  const prefetch = useTabPrefetch()
  return (
    <div className={styleClassOf(styles['tabs'], node)}>
      <Tabs
        label={t('Tabs')}
        size="sm"
        items={tabs.map((each) => ({ id: each.id, label: tabTitle(each) }))}
        selected={selected ?? ''}
        onSelect={(id) => actions.openTab(store, id)}
        onHover={prefetch}
      >
        {selected && (
          <MountedTabs tabs={tabs.map(({ id }) => id)} open={selected}>
            {(id) => <TabBody id={id} columns={columns} />}
          </MountedTabs>
        )}
      </Tabs>
    </div>
  )
}

function heightOf(node: LayoutNode): number {
  return heightInPixels(node.meta.height ?? 50)
}

/** Returns the grid styles of a node in a row: its columns and its height. */
function gridStyles(node: LayoutNode, columns: number): React.CSSProperties {
  const width = Math.min(node.meta.width ?? 4, columns)
  return { gridColumn: `span ${width}`, ...(node.type === 'COLUMN' ? {} : { height: heightOf(node) }) }
}

function Leaf({ node }: { readonly node: LayoutNode }) {
  const vizType = useDashboard((state) => state.charts[node.meta.chartId ?? -1]?.form_data.viz_type)
  const isLined = useDashboard((state) => isOutlined(state, node.meta.chartId ?? -1))
  const isDim = useDashboard((state) => isDimmed(state, node.meta.chartId ?? -1))
  if (node.type === 'CHART')
    return (
      <div
        className={styleClassOf(styles['chart'], node)}
        data-viz={vizType}
        data-node={node.id}
        data-dimmed={isDim || undefined}
        data-outlined={isLined || undefined}
      >
        <ChartHolder node={node} />
      </div>
    )
  if (node.type === 'MARKDOWN')
    return (
      <div className={styleClassOf(styles['markdown'], node)} data-node={node.id}>
        <LazyMarkdown code={node.meta.code ?? ''} />
      </div>
    )
  return null
}

/** A layout node with its children. `columns` is how many of the twelve grid columns are available. */
export const GridNode = memo(function GridNode({ id, columns }: { readonly id: string; readonly columns: number }) {
  const node = useDashboard((state) => nodeOf(state.layout, id))
  if (!node) return null
  const body = (() => {
    switch (node.type) {
      case 'ROW':
        return (
          <div
            className={styleClassOf(styles['row'], node)}
            data-background={node.meta.background}
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            <RowChildren node={node} columns={columns} />
          </div>
        )
      case 'COLUMN':
        return (
          <div className={styleClassOf(styles['column'], node)} data-background={node.meta.background}>
            <ColumnChildren node={node} columns={Math.min(node.meta.width ?? 4, columns)} />
          </div>
        )
      case 'TABS':
        return <TabsNode node={node} columns={columns} />
      case 'HEADER':
        return (
          <h2
            className={styleClassOf(sizes[node.meta.headerSize ?? 'MEDIUM_HEADER'], node)}
            data-background={node.meta.background}
          >
            {node.meta.text}
          </h2>
        )
      case 'DIVIDER':
        return <hr className={styleClassOf(styles['divider'], node)} />
      default:
        return <Leaf node={node} />
    }
  })()
  return <CrashBoundary resetKey={node}>{body}</CrashBoundary>
})

function RowChildren({ node, columns }: { readonly node: LayoutNode; readonly columns: number }) {
  const children = useChildren(node)
  const narrow = narrowOnes(children)
  return children.map((child) => (
    <div
      key={child.id}
      className={styles['cell']}
      style={gridStyles(child, columns)}
      data-figure={narrow.has(child.id) || undefined}
    >
      <GridNode id={child.id} columns={columns} />
    </div>
  ))
}

const isNarrow = (node: LayoutNode) => node.type === 'CHART' && (node.meta.height ?? 50) <= 18

/** Returns the small tiles that are shown in pairs on a phone; a tile without a neighbor takes the full width. */
function narrowOnes(children: readonly LayoutNode[]): ReadonlySet<string> {
  const narrow = new Set<string>()
  let single: string | undefined
  for (const child of children) {
    if (isNarrow(child) && single !== undefined) narrow.add(single).add(child.id)
    single = isNarrow(child) && single === undefined ? child.id : undefined
  }
  return narrow
}

function ColumnChildren({ node, columns }: { readonly node: LayoutNode; readonly columns: number }) {
  return useChildren(node).map((child) => {
    const isLeaf = child.type === 'CHART' || child.type === 'MARKDOWN'
    return (
      <div key={child.id} style={isLeaf ? { height: heightOf(child) } : {}}>
        <GridNode id={child.id} columns={columns} />
      </div>
    )
  })
}
