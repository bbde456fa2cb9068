import type { PivotLevel, PivotLine } from './lines.ts'
import type { Pick } from '#charts/chart.ts'
import { samePick } from '#charts/shared/selection/pick-mask.ts'

/** Returns the selection of a label: the value of its dimension. Undefined for metrics and totals. */
export function labelPick(line: PivotLine | undefined, level: number, levels: readonly PivotLevel[]): Pick | undefined {
  const name = levels[level]?.name
  if (!line || name === null || name === undefined || level >= line.values.length) return undefined
  return { [name]: line.values[level] ?? null }
}

/** Returns the selection of a cell: all dimensions of its row and column. Undefined for the grand total. */
export function cellPick(
  sides: readonly (readonly [PivotLine | undefined, readonly PivotLevel[]])[],
): Pick | undefined {
  const values = sides.flatMap(([line, levels]) =>
    levels.flatMap((_, level) => Object.entries(labelPick(line, level, levels) ?? {})),
  )
  return values.length > 0 ? Object.fromEntries(values) : undefined
}

export function isPicked(picked: readonly Pick[], own: Pick | undefined): boolean {
  return own !== undefined && picked.some((each) => samePick(each, own))
}
