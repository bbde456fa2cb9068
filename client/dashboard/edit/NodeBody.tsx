import type { ReactNode } from 'react'
import { LazyMarkdown } from '#client/dashboard/markdown/LazyMarkdown.tsx'
import { type LayoutNode, nodeOf } from '#core/layout/node.ts'
import { freeWidth } from '#core/layout/row-width.ts'
import { t } from '#core/text/t.ts'
import { ChartHolder } from '../chart/ChartTile.tsx'
import { useDashboard } from '../state/store.ts'
import { NameField } from './NameField.tsx'
import { useSession, useSessionStore } from './session.ts'
import { TextDialog } from './TextDialog.tsx'
import { styleClassOf } from '../grid/style-names.ts'
import grid from '../grid/grid.module.css'
import styles from './EditNode.module.css'
import { openTab } from '#client/dashboard/state/tabs.ts'
import { TabBar } from './TabBar.tsx'
import { focusPalette } from './focus-palette.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { columnsText } from '#client/dashboard/edit/state/edit-texts.ts'

interface FreeSpaceProps {
  readonly rowId: string
  readonly columns: number
  readonly isEmpty: boolean
}

/** The free columns of a row. A press makes it the target for elements selected in the palette. */
function FreeSpace({ rowId, columns, isEmpty }: FreeSpaceProps) {
  const session = useSessionStore()
  const isTarget = useSession((state) => state.target === rowId)
  return (
    <button
      type="button"
      className={styles['free']}
      data-target={isTarget || undefined}
      data-empty={isEmpty || undefined}
      style={{ gridColumn: `span ${columns}` }}
      onClick={(event) => {
        event.stopPropagation()
        session.setState({ target: rowId, selected: undefined })
        focusPalette()
      }}
    >
      <Icon name="plus" />
      <span>{t('%s free', columnsText(columns))}</span>
      {columns > 2 && <span className={styles['hint']}>{t('drop a chart here, or press Enter to select one')}</span>}
    </button>
  )
}

interface TabsBodyProps {
  readonly node: LayoutNode
  readonly columns: number
  readonly draw: (id: string, columns: number) => ReactNode
}

/** A set of tabs in the page: its tab bar and the content of the open tab. */
function TabsBody({ node, columns, draw }: TabsBodyProps) {
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

interface Props {
  readonly node: LayoutNode
  readonly columns: number
  readonly isWriting: boolean
  /** Renders a child node. */
  readonly draw: (id: string, columns: number) => ReactNode
}

const headers: Record<string, string | undefined> = {
  SMALL_HEADER: grid['small'],
  MEDIUM_HEADER: grid['medium'],
  LARGE_HEADER: grid['large'],
}

function Row({ node, columns, draw }: Props) {
  const free = useDashboard((state) => freeWidth(state.layout, node))
  const isGuided = useSession(({ resizing }) => resizing !== undefined && node.children.includes(resizing))
  return (
    <div
      className={styleClassOf(grid['row'], node)}
      data-background={node.meta.background}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {isGuided && <div className={styles['guides']} style={{ '--columns': columns } as React.CSSProperties} />}
      {node.children.map((id) => draw(id, columns))}
      {free > 0 && <FreeSpace rowId={node.id} columns={Math.min(free, columns)} isEmpty={node.children.length === 0} />}
    </div>
  )
}

function Column({ node, columns, draw }: Props) {
  const own = Math.min(node.meta.width ?? 4, columns)
  return (
    <div className={styleClassOf(grid['column'], node)} data-background={node.meta.background}>
      {node.children.map((id) => draw(id, own))}
      {node.children.length === 0 && <p className={styles['hollow']}>{t('Drop charts and texts into this column')}</p>}
    </div>
  )
}

/** The node itself has the tools. */
const NO_TOOLS = <span />

function Chart({ node, isWriting }: Props) {
  const vizType = useDashboard((state) => state.charts[node.meta.chartId ?? -1]?.form_data.viz_type)
  return (
    <>
      {/* inert: in edit mode, charts can be moved but not used */}
      <div className={styleClassOf(`${grid['chart']} ${styles['fill']}`, node)} data-viz={vizType} inert>
        <ChartHolder node={node} tools={NO_TOOLS} />
      </div>
      {isWriting && (
        <div className={styles['rename']}>
          <NameField node={node} />
        </div>
      )}
    </>
  )
}

function Text({ node, isWriting }: Props) {
  const code = node.meta.code ?? ''
  return (
    <>
      <div className={styleClassOf(`${grid['markdown']} ${styles['fill']} ${styles['text']}`, node)} inert>
        <LazyMarkdown code={code.trim() === '' ? t('*Empty text. Double-click or press Enter to write.*') : code} />
      </div>
      {isWriting && <TextDialog node={node} />}
    </>
  )
}

/** The content of a node in edit mode. */
export function NodeBody(props: Props) {
  const { node, isWriting } = props
  switch (node.type) {
    case 'ROW':
      return <Row {...props} />
    case 'COLUMN':
      return <Column {...props} />
    case 'TABS':
      return <TabsBody node={node} columns={props.columns} draw={props.draw} />
    case 'HEADER':
      if (isWriting) return <NameField node={node} />
      return (
        <h2
          className={styleClassOf(headers[node.meta.headerSize ?? 'MEDIUM_HEADER'], node)}
          data-background={node.meta.background}
        >
          {node.meta.text || t('Empty header')}
        </h2>
      )
    case 'DIVIDER':
      return <hr className={styleClassOf(grid['divider'], node)} />
    case 'CHART':
      return <Chart {...props} />
    case 'MARKDOWN':
      return <Text {...props} />
    default:
      return <p className={styles['hollow']}>{t('This element cannot be shown')}</p>
  }
}
