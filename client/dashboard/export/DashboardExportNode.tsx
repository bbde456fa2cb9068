import { tabTitle } from '#core/layout/make-node.ts'
import { type LayoutNode, nodeOf } from '#core/layout/node.ts'
import { heightInPixels } from '#core/layout/units.ts'
import { t } from '#core/text/t.ts'
import { lazyComponent } from '#ui/base/lazy-component.tsx'
import { loadFailureText } from '#client/shell/on-demand.tsx'
import { useDashboard } from '../state/store.ts'
import { styleClassOf } from '../grid/style-names.ts'
import { DashboardExportChart } from './DashboardExportChart.tsx'
import { exportedChildren } from './export-plan.ts'
import styles from './DashboardExportPage.module.css'

const Markdown = lazyComponent(
  async () => (await import('../markdown/Markdown.tsx')).Markdown,
  () => <span data-pending />,
  // Ends the export, which reports the error; the next one loads the code again.
  () => {
    throw new Error(loadFailureText())
  },
)

interface Props {
  readonly id: string
  readonly columns: number
  readonly tabs: ReadonlySet<string>
  readonly onSettled: (chartId: number) => void
}

const heightOf = ({ meta }: LayoutNode) => heightInPixels(meta.height ?? 50)

function Chart({ node, onSettled }: { readonly node: LayoutNode; readonly onSettled: Props['onSettled'] }) {
  const chartId = node.meta.chartId ?? -1
  const name = useDashboard((state) => state.slices[chartId]?.slice_name)
  const title = node.meta.sliceNameOverride || name || node.meta.sliceName || t('Untitled chart')
  return (
    <div className={styleClassOf(undefined, node)}>
      <DashboardExportChart chartId={chartId} title={title} height={heightOf(node)} onSettled={onSettled} />
    </div>
  )
}

/** A layout node on an export sheet; the tabs of a set are stacked vertically. */
export function DashboardExportNode({ id, columns, tabs, onSettled }: Props) {
  const layout = useDashboard((state) => state.layout)
  const node = nodeOf(layout, id)
  if (!node) return null
  const children = exportedChildren(layout, node, tabs)
  const below = (child: LayoutNode, room: number) => (
    <DashboardExportNode key={child.id} id={child.id} columns={room} tabs={tabs} onSettled={onSettled} />
  )
  switch (node.type) {
    case 'ROW':
      return (
        <div
          className={styleClassOf(styles['row'], node)}
          data-background={node.meta.background}
          style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {children.map((child) => {
            const width = Math.min(child.meta.width ?? 4, columns)
            return (
              <div key={child.id} className={styles['cell']} style={{ gridColumn: `span ${width}` }}>
                {below(child, width)}
              </div>
            )
          })}
        </div>
      )
    case 'TAB':
      return (
        <section className={styles['column']}>
          <h2 className={styles['tab']}>{tabTitle(node)}</h2>
          {children.map((child) => below(child, columns))}
        </section>
      )
    case 'CHART':
      return <Chart node={node} onSettled={onSettled} />
    case 'MARKDOWN':
      return (
        <div className={styleClassOf(styles['markdown'], node)} style={{ minHeight: heightOf(node) }}>
          <Markdown code={node.meta.code ?? ''} />
        </div>
      )
    case 'HEADER':
      return (
        <h2 className={styleClassOf(styles['heading'], node)} data-size={node.meta.headerSize}>
          {node.meta.text}
        </h2>
      )
    case 'DIVIDER':
      return <hr className={styleClassOf(styles['divider'], node)} />
    default:
      return (
        <div className={styleClassOf(styles['column'], node)} data-background={node.meta.background}>
          {children.map((child) => below(child, columns))}
        </div>
      )
  }
}
