import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import { clampedSize, sizeAfterKey } from './pane-size.ts'
import styles from './SplitPane.module.css'

export interface SplitPaneProps {
  readonly first: ReactNode
  readonly second: ReactNode
  /** The accessible name of the separator. */
  readonly label: string
  readonly direction?: 'row' | 'column' | undefined
  /** The size of the sized pane, in px. */
  readonly size: number
  readonly onResize: (size: number) => void
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly sized?: 'first' | 'second' | undefined
  readonly isCollapsed?: boolean | undefined
  readonly onCollapse?: ((isCollapsed: boolean) => void) | undefined
}

const MIN = 120
const MAX = 640

/** Handles moving the separator by pointer and keyboard. */
function useSash(props: SplitPaneProps) {
  const { direction = 'row', size, onResize, min = MIN, max = MAX, sized = 'first' } = props
  const { isCollapsed = false, onCollapse } = props
  const grip = useRef<{ readonly at: number; readonly size: number }>(undefined)
  const [isDragging, setDragging] = useState(false)
  const isRow = direction === 'row'
  const sign = sized === 'first' ? 1 : -1
  const forward = isRow ? 'ArrowRight' : 'ArrowDown'
  const back = isRow ? 'ArrowLeft' : 'ArrowUp'
  const keys = sign === 1 ? { grow: forward, shrink: back } : { grow: back, shrink: forward }
  const pointerPosition = (event: PointerEvent) => (isRow ? event.clientX : event.clientY)

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || isCollapsed) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { at: pointerPosition(event), size }
    setDragging(true)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current === undefined) return
    onResize(clampedSize(grip.current.size + sign * (pointerPosition(event) - grip.current.at), min, max))
  }
  const letGo = () => {
    grip.current = undefined
    setDragging(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onCollapse) {
      event.preventDefault()
      onCollapse(!isCollapsed)
      return
    }
    const next = isCollapsed ? undefined : sizeAfterKey(event.key, event.shiftKey, size, { min, max }, keys)
    if (next === undefined) return
    event.preventDefault()
    onResize(next)
  }
  const onDoubleClick = () => onCollapse?.(!isCollapsed)
  return {
    isDragging,
    onPointerDown,
    onPointerMove,
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onKeyDown,
    onDoubleClick,
  }
}

export function SplitPane(props: SplitPaneProps) {
  const { first, second, label, direction = 'row', size, min = MIN, max = MAX, sized = 'first' } = props
  const { isCollapsed = false, onCollapse } = props
  const paneId = useId()
  const isRow = direction === 'row'
  const { isDragging, ...handlers } = useSash(props)
  const pane = (which: 'first' | 'second', content: ReactNode) => {
    const isSized = which === sized
    const style = isSized && !isCollapsed ? { [isRow ? 'width' : 'height']: size } : undefined
    return (
      <div
        id={isSized ? paneId : undefined}
        className={isSized ? styles.sized : styles.rest}
        style={style}
        hidden={isSized && isCollapsed}
      >
        {content}
      </div>
    )
  }
  return (
    <div className={classNames(styles.whole, isRow ? styles.row : styles.column, isDragging && styles.dragging)}>
      {pane('first', first)}
      <div
        role="separator"
        aria-label={label}
        aria-orientation={isRow ? 'vertical' : 'horizontal'}
        aria-controls={paneId}
        aria-valuenow={isCollapsed ? 0 : size}
        aria-valuemin={onCollapse ? 0 : min}
        aria-valuemax={max}
        tabIndex={0}
        className={styles.bar}
        {...handlers}
      />
      {pane('second', second)}
    </div>
  )
}
