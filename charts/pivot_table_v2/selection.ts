import type { PivotLevel, PivotLine } from './lines.ts'
import type { SelectedMark } from '#charts/chart.ts'
import { isSameMark } from '#charts/shared/selection/selection-mask.ts'

/** Returns the selection of a label: the value of its dimension. Undefined for metrics and totals. */
export function labelSelection(
  line: PivotLine | undefined,
  level: number,
  levels: readonly PivotLevel[],
): SelectedMark | undefined {
  const name = levels[level]?.name
  if (!line || name === null || name === undefined || level >= line.values.length) return undefined
  return { [name]: line.values[level] ?? null }
}

/** Returns the selection of a cell: all dimensions of its row and column. Undefined for the grand total. */
export function cellSelection(
  sides: readonly (readonly [PivotLine | undefined, readonly PivotLevel[]])[],
): SelectedMark | undefined {
  const values = sides.flatMap(([line, levels]) =>
    levels.flatMap((_, level) => Object.entries(labelSelection(line, level, levels) ?? {})),
  )
  return values.length > 0 ? Object.fromEntries(values) : undefined
}

export function isSelected(selectedMarks: readonly SelectedMark[], own: SelectedMark | undefined): boolean {
  return own !== undefined && selectedMarks.some((each) => isSameMark(each, own))
}
