import type { ReactNode } from 'react'
import { type LayoutNode, nodeOf } from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import { useDashboard } from '../state/store.ts'
import { openTab } from '../state/tabs.ts'
import { TabBar } from './TabBar.tsx'
import grid from '../grid/grid.module.css'
import styles from './EditNode.module.css'

interface Props {
  readonly node: LayoutNode
  readonly columns: number
  readonly draw: (id: string, columns: number) => ReactNode
}

/** A set of tabs in the page: its tab bar and the content of the open tab. */
export function TabsBody({ node, columns, draw }: Props) {
  const tab = useDashboard((state) => nodeOf(state.layout, openTab(state.layout, node, state.activeTabs) ?? ''))
  return (
    <div className={grid['tabs']}>
      <TabBar tabs={node} size="sm" />
      {tab && (
        <div className={`${grid['column']} ${styles['tab']}`} data-box={tab.id}>
          {tab.children.map((id) => draw(id, columns))}
          {tab.children.length === 0 && (
            <p className={styles['hollow']}>{t('Drop charts and layout elements into this tab')}</p>
          )}
        </div>
      )}
    </div>
  )
}
