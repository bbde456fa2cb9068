import { type ReactNode, use, useEffect, useRef } from 'react'
import styles from './DropZone.module.css'
import { type DragData, type DraggedField, insertionIndexAt, parseDragData, type Slot } from './drag-data.ts'
import { DropSlotRegistryContext } from './drop-slot-registry.tsx'
import { t } from '#core/text/t.ts'
import { useDropZone } from '#ui/drag/use-drop-zone.ts'
import { toast } from '#ui/overlay/toast.ts'

export interface DropZoneProps {
  /** The name and the label of the control. */
  readonly name: string
  readonly label: string
  /** Absent for a list that accepts only its own pills. */
  readonly slot?: Slot | undefined
  readonly onMove?: ((from: number, at: number) => void) | undefined
  readonly onEdit?: (() => void) | undefined
  /** `at` is the drop position; null while nothing acceptable is over the zone. */
  readonly children: (at: number | null) => ReactNode
}

/** Registers the control in the drop board while it is mounted. */
function useDropSlotRegistry({ name, label, slot }: DropZoneProps, take: (part: DraggedField) => void): void {
  const board = use(DropSlotRegistryContext)
  const latest = useRef({ slot, take })
  latest.current = { slot, take }
  const isTaking = slot !== undefined
  useEffect(() => {
    if (!board || !isTaking) return
    return board.put({
      name,
      label,
      refuses: (part) => latest.current.slot?.refuses(part) ?? null,
      add: (part) => latest.current.take(part),
    })
  }, [board, name, label, isTaking])
}

/** A drop zone for items of the dataset and for pills of its own list. It explains why it rejects an item. */
export function DropZone(props: DropZoneProps) {
  const { name, slot, onMove, onEdit, children } = props
  const box = useRef<HTMLDivElement>(null)
  const rejection = (dragged: DragData): string | null => {
    if (dragged.kind !== 'pill') return slot?.refuses(dragged) ?? null
    return dragged.list === name ? null : t('%s can be moved within its own list only', dragged.label)
  }
  const at = (y: number) =>
    insertionIndexAt(
      y,
      [...(box.current?.querySelectorAll('[data-pill]') ?? [])].map((row) => row.getBoundingClientRect()),
    )
  const take = (part: DraggedField, index: number) => slot?.take(part, index, () => onEdit?.())
  useDropSlotRegistry(props, (part) => take(part, Number.POSITIVE_INFINITY))
  const hover = useDropZone(box, {
    read: (raw) => {
      const dragged = parseDragData(raw)
      const isKnown = dragged?.kind === 'pill' ? slot || onMove : slot
      return isKnown ? dragged : undefined
    },
    onDrop: (dragged, y) => {
      const why = rejection(dragged)
      if (why !== null) toast.show({ text: why })
      else if (dragged.kind === 'pill') onMove?.(dragged.index, at(y))
      else take(dragged, at(y))
    },
  })
  const isOver = hover !== null && hover.y !== null
  const why = hover && rejection(hover.carried)
  const state = hover === null ? undefined : why === null ? (isOver ? 'over' : 'open') : isOver ? 'refused' : undefined
  return (
    <div ref={box} className={styles['zone']} data-drop={state}>
      {children(state === 'over' ? at(hover?.y ?? 0) : null)}
      {state === 'refused' && <p className={styles['why']}>{why}</p>}
    </div>
  )
}
