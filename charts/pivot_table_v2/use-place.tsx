import { type KeyboardEvent, useState } from 'react'
import { groupName } from './fold.ts'
import { cellPick, labelPick } from './picks.ts'
import { labelAt, movedPlace, type Place, type Sides } from './place.ts'
import type { PivotProps } from './props.ts'
import type { Canvas, Pick } from '#charts/chart.ts'
import { togglePick } from '#charts/shared/pick-mask.ts'

/** What a place says when it is picked. */
function pickAt(place: Place, props: PivotProps, sides: Sides): Pick | undefined {
  const { rows, columns, rowLevels, columnLevels } = props
  const label = labelAt(place, props, sides)
  if (label?.side === 'row') return labelPick(rows[label.start], label.level, rowLevels)
  if (label) return labelPick(columns[label.start], label.level, columnLevels)
  return cellPick([
    [rows[place.row], rowLevels],
    [columns[place.column], columnLevels],
  ])
}

/** The id of what is drawn at a place. */
function idAt(id: string, place: Place, props: PivotProps, sides: Sides): string {
  const label = labelAt(place, props, sides)
  return label ? `${id}-${label.side}-${label.level}-${label.start}` : `${id}-${place.row}-${place.column}`
}

interface Around {
  readonly id: string
  readonly sides: Sides
  readonly picked: readonly Pick[]
  readonly onPick: Canvas['onPick']
  /** Opens or closes a group of rows; absent where there are none. */
  readonly onFold: ((group: string) => void) | undefined
  /** How many rows are seen at once. */
  readonly page: number
  readonly onMove: (place: Place) => void
}

/** Where the keyboard is in a pivot table, and what keys and presses do there. */
export function usePlace(props: PivotProps, { id, sides, page, onMove, picked, onPick, onFold }: Around) {
  const { rows, columns } = props
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const [isFocused, setFocused] = useState(false)
  const at = { row: Math.min(place.row, rows.length - 1), column: Math.min(place.column, columns.length - 1) }
  const act = (where: Place) => {
    const own = onPick && pickAt(where, props, sides)
    if (own) onPick(togglePick(picked, own))
  }
  /** Whether there was a group of rows to open or close. */
  const fold = (): boolean => {
    const label = labelAt(at, props, sides)
    if (!onFold || label?.side !== 'row' || label.isName || label.level >= sides.rows.length - 1) return false
    onFold(groupName(rows[label.start]?.values.slice(0, label.level + 1) ?? []))
    // Its first row stays, whatever becomes of the others.
    setPlace({ ...at, row: label.start })
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isAct = event.key === 'Enter' || event.key === ' '
    const key = { key: event.key, isFar: event.ctrlKey || event.metaKey }
    const next = isAct ? at : movedPlace(key, at, props, { sides, page })
    if (!next) return
    event.preventDefault()
    if (event.key === ' ' && fold()) return
    if (isAct) return act(at)
    setPlace(next)
    onMove(next)
  }
  const onPress = (where: Place) => {
    // Whoever marks text to copy it picks nothing.
    if (window.getSelection()?.isCollapsed === false) return
    setPlace(where)
    act(where)
  }
  return {
    active: isFocused ? idAt(id, at, props, sides) : undefined,
    onPress,
    onKeyDown,
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
