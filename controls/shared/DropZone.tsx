import { type ReactNode, use, useEffect, useRef } from 'react'
import styles from './DropZone.module.css'
import { type Carried, type CarriedPart, placeAt, readCarried, type Slot } from './drop.ts'
import { DropBoardContext } from './drop-board.tsx'
import { t } from '#core/text/t.ts'
import { useDropZone } from '#ui/drag/use-drop-zone.ts'
import { toast } from '#ui/overlay/toast.ts'

export interface DropZoneProps {
  /** Name of the control, and the name people read. */
  readonly name: string
  readonly label: string
  /** Absent for a list that takes only its own pills. */
  readonly slot?: Slot | undefined
  readonly onMove?: ((from: number, at: number) => void) | undefined
  readonly onEdit?: (() => void) | undefined
  /** `at` is the place something would be dropped at; null while nothing that fits is over it. */
  readonly children: (at: number | null) => ReactNode
}

/** Stands on the board as long as it is shown. */
function useBoard({ name, label, slot }: DropZoneProps, take: (part: CarriedPart) => void): void {
  const board = use(DropBoardContext)
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

/** A place that takes what is dragged from the dataset or within its own list, and says why it takes something not. */
export function DropZone(props: DropZoneProps) {
  const { name, slot, onMove, onEdit, children } = props
  const box = useRef<HTMLDivElement>(null)
  const refusal = (carried: Carried): string | null => {
    if (carried.kind !== 'pill') return slot?.refuses(carried) ?? null
    return carried.list === name ? null : t('%s can be moved within its own list only', carried.label)
  }
  const at = (y: number) =>
    placeAt(
      y,
      [...(box.current?.querySelectorAll('[data-pill]') ?? [])].map((row) => row.getBoundingClientRect()),
    )
  const take = (part: CarriedPart, place: number) => slot?.take(part, place, () => onEdit?.())
  useBoard(props, (part) => take(part, Number.POSITIVE_INFINITY))
  const hover = useDropZone(box, {
    read: (raw) => {
      const carried = readCarried(raw)
      const isKnown = carried?.kind === 'pill' ? slot || onMove : slot
      return isKnown ? carried : undefined
    },
    onDrop: (carried, y) => {
      const why = refusal(carried)
      if (why !== null) toast.show({ text: why })
      else if (carried.kind === 'pill') onMove?.(carried.index, at(y))
      else take(carried, at(y))
    },
  })
  const isOver = hover !== null && hover.y !== null
  const why = hover && refusal(hover.carried)
  const state = hover === null ? undefined : why === null ? (isOver ? 'over' : 'open') : isOver ? 'refused' : undefined
  return (
    <div ref={box} className={styles['zone']} data-drop={state}>
      {children(state === 'over' ? at(hover?.y ?? 0) : null)}
      {state === 'refused' && <p className={styles['why']}>{why}</p>}
    </div>
  )
}
