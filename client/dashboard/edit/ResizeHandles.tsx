import type { RefObject } from 'react'
import { type LayoutNode, parentOf } from '#core/layout/node.ts'
import { hasWidth } from '#core/layout/row-width.ts'
import { sizeText } from './state/edit-texts.ts'
import { useDashboard } from '../state/store.ts'
import { type Edge, useResize } from './use-resize.ts'
import styles from './ResizeHandles.module.css'

/** Handles at the right, bottom and corner of a selected node, with its size during a resize. */
export function ResizeHandles({
  node,
  box,
}: {
  readonly node: LayoutNode
  readonly box: RefObject<HTMLElement | null>
}) {
  const listen = useResize(node, box)
  const parent = useDashboard((state) => parentOf(state.layout, node.id))
  const size = useDashboard((state) => sizeText(state.layout, node))
  const isWide = parent?.type === 'ROW' && hasWidth(node.type)
  const isHigh = node.type === 'CHART' || node.type === 'MARKDOWN'
  const knobs: readonly Edge[] = [
    ...(isWide ? (['e'] as const) : []),
    ...(isHigh ? (['s'] as const) : []),
    ...(isWide && isHigh ? (['se'] as const) : []),
  ]
  return (
    <>
      {knobs.map((edge) => (
        <i
          key={edge}
          className={styles[edge]}
          data-knob={edge}
          draggable={false}
          aria-hidden="true"
          {...listen(edge)}
        />
      ))}
      {size && <span className={styles['size']}>{size}</span>}
    </>
  )
}
