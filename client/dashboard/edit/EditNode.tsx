import { memo, useRef } from 'react'
import { type LayoutNode, nodeOf, parentOf } from '#core/layout/node.ts'
import { hasWidth } from '#core/layout/row-width.ts'
import { heightInPixels } from '#core/layout/units.ts'
import { t } from '#core/text/t.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { nodeTypeLabel, nodeName } from './state/edit-change.ts'
import { nodePositionText, sizeText } from './state/edit-texts.ts'
import { useDashboard } from '../state/store.ts'
import { nodeLabel } from './editor-actions.ts'
import { NodeBody } from './NodeBody.tsx'
import { nodeEvents } from './node-events.ts'
import { NodeTools } from './NodeTools.tsx'
import { ResizeHandles } from './ResizeHandles.tsx'
import { useSession } from './session.ts'
import { useDraggable } from './use-draggable.ts'
import { usePointerInput } from './use-pointer-input.ts'
import styles from './EditNode.module.css'

const leaves = new Set(['CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'DYNAMIC'])

/** Returns the layout styles of a node in the row or column around it. */
function lie(node: LayoutNode, parent: LayoutNode | undefined, columns: number): React.CSSProperties {
  const isHigh = node.type === 'CHART' || node.type === 'MARKDOWN'
  return {
    ...(parent?.type === 'ROW' && hasWidth(node.type)
      ? { gridColumn: `span ${Math.min(node.meta.width ?? 4, columns)}` }
      : {}),
    ...(isHigh ? { height: heightInPixels(node.meta.height ?? 50) } : {}),
  }
}

const draw = (id: string, columns: number) => <EditNode key={id} id={id} columns={columns} />

/** A layout node in edit mode, with its children. `columns` is how many of the twelve grid columns are available. */
export const EditNode = memo(function EditNode({ id, columns }: { readonly id: string; readonly columns: number }) {
  const stores = usePointerInput()
  const box = useRef<HTMLDivElement>(null)
  const grip = useRef<HTMLSpanElement>(null)
  const node = useDashboard((state) => nodeOf(state.layout, id))
  const parent = useDashboard((state) => parentOf(state.layout, id))
  const words = useDashboard((state) => nodePositionText(state.layout, id))
  const size = useDashboard((state) => (node ? sizeText(state.layout, node) : ''))
  const vizType = useDashboard((state) => state.charts[node?.meta.chartId ?? -1]?.form_data.viz_type)
  const isSelected = useSession((state) => state.selected === id)
  const isCarried = useSession((state) => state.carried?.id === id)
  const isDragged = useSession((state) => state.drag?.dragged.kind === 'move' && state.drag.dragged.id === id)
  const isWriting = useSession((state) => state.writing === id)
  const isLeaf = node !== undefined && leaves.has(node.type)
  useDraggable(
    box,
    () =>
      node && !isWriting ? { dragged: { kind: 'move', id }, name: nodeLabel(node), detail: undefined, vizType } : null,
    isLeaf ? undefined : grip,
  )
  if (!node) return null
  return (
    <div
      ref={box}
      className={styles['node']}
      data-node-box
      data-box={id}
      data-type={node.type}
      data-selected={isSelected || undefined}
      data-carried={isCarried || undefined}
      data-dragged={isDragged || undefined}
      data-page={parent?.type === 'GRID' || (parent?.type === 'TAB' && parent.parents.length === 2) || undefined}
      style={lie(node, parent, columns)}
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moving by keyboard begins with the focus
      tabIndex={0}
      aria-label={[nodeTypeLabel(node.type), nodeName(node), words, size].filter(Boolean).join(', ')}
      aria-roledescription={t('movable element')}
      {...nodeEvents(stores, node)}
    >
      <NodeTools node={node} grip={grip} isSelected={isSelected} />
      <CrashBoundary resetKey={node}>
        <NodeBody node={node} columns={columns} isWriting={isWriting} draw={draw} />
      </CrashBoundary>
      {isSelected && !isWriting && <ResizeHandles node={node} box={box} />}
    </div>
  )
})
