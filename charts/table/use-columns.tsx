import { useMemo, useState } from 'react'
import { changed, type ColumnOverrides, mayMove, moved, takenBack } from './column-overrides.ts'
import type { TableColumn, TableProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'

/** The user's actions on table columns, by displayed position. */
export interface ColumnActions {
  readonly shown: readonly TableColumn[]
  readonly hidden: readonly TableColumn[]
  /** Whether there are changes to reset. */
  readonly isChanged: boolean
  readonly canMove: boolean
  readonly mayMove: (from: number, to: number) => boolean
  readonly move: (from: number, to: number) => void
  readonly resize: (column: number, width: number | null) => void
  readonly pin: (column: number, edge: 'left' | 'right' | null) => void
  readonly hide: (column: number) => void
  readonly show: (keys: readonly string[]) => void
  readonly reset: () => void
}

type Props = TableProps & Pick<ChartViewProps, 'onControls' | 'onOwnState'>

/**
 * Stores column changes in the form while the chart is edited in Explore, and otherwise in the own state of the chart.
 */
export function useColumns({
  columns: all,
  mayMove: readersMay,
  config,
  own,
  onControls,
  onOwnState,
}: Props): ColumnActions {
  // A form stores minimum widths; a width set by the user is exact as long as the chart is mounted.
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const columns = useMemo(
    () =>
      all.map((column) => {
        const isOwn = widths[column.key] !== undefined && widths[column.key] === column.width
        return isOwn ? { ...column, isExact: true } : column
      }),
    [all, widths],
  )
  const shown = useMemo(() => columns.filter(({ isHidden }) => !isHidden), [columns])
  const stored = (onControls ? config : (own['columns'] ?? {})) as ColumnOverrides
  const change = (now: ColumnOverrides) => {
    const next = changed(stored, now)
    if (onControls) onControls({ column_config: next })
    else onOwnState?.({ ...own, columns: next })
  }
  const keyOf = (at: number): string => shown[at]?.key ?? ''
  const canMove = readersMay || onControls !== undefined
  const undone = takenBack(stored)
  return {
    shown,
    hidden: columns.filter(({ isHidden }) => isHidden),
    isChanged: JSON.stringify(changed(stored, undone)) !== JSON.stringify(stored),
    canMove,
    mayMove: (from, to) => canMove && mayMove(shown, from, to),
    move: (from, to) => change(moved(columns, keyOf(from), keyOf(to))),
    resize(at, width) {
      const { [keyOf(at)]: _, ...others } = widths
      setWidths(width === null ? others : { ...others, [keyOf(at)]: width })
      change({ [keyOf(at)]: { columnWidth: width ?? undefined } })
    },
    pin: (at, edge) => change({ [keyOf(at)]: { pinned: edge ?? (onControls ? undefined : 'none') } }),
    hide: (at) => change({ [keyOf(at)]: { visible: false } }),
    show: (keys) => change(Object.fromEntries(keys.map((key) => [key, { visible: onControls ? undefined : true }]))),
    reset() {
      setWidths({})
      change(undone)
    },
  }
}
