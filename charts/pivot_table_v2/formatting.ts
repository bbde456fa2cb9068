import { withoutInheritedNames } from '#core/rest/json.ts'
import type { PivotTableForm } from './controls.ts'
import { metricAt, type PivotCells } from './lines.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { conditionColor, type ConditionRule, isCompleteRule } from '#core/color/condition.ts'
import type { Rgba } from '#core/color/rgb.ts'

/** The conditional formats of a metric and the inclusive range of its cells, without totals. */
export interface Formatting {
  readonly rules: readonly ConditionRule[]
  readonly low: number
  readonly high: number
}

/** Returns the conditional formats of a form by metric. The range of a rule covers all cells of its metric. */
export function formattingOf(
  { columns, rows, cells }: PivotCells,
  form: PivotTableForm,
): Readonly<Record<string, Formatting>> {
  const rules = form.conditional_formatting.filter(isCompleteRule)
  if (rules.length === 0) return withoutInheritedNames([])
  const ends = new Map<string, { low: number; high: number }>()
  for (const [c, column] of columns.entries()) {
    for (const [r, row] of rows.entries()) {
      const metric = metricAt(column, row)
      const number = metric === null ? null : toNumber(cells[c]?.[r])
      if (metric === null || number === null) continue
      const { low, high } = ends.get(metric) ?? { low: number, high: number }
      ends.set(metric, { low: Math.min(low, number), high: Math.max(high, number) })
    }
  }
  return withoutInheritedNames(
    [...ends].flatMap(([metric, extent]) => {
      const own = rules.filter(({ column }) => column === metric)
      return own.length > 0 ? [[metric, { rules: own, ...extent }] as const] : []
    }),
  )
}

/** Returns the background color of a cell; undefined if no rule matches. */
export function cellBackgroundOf(formatting: Formatting | undefined, value: unknown): Rgba | undefined {
  const number = typeof value === 'number' || typeof value === 'string' ? toNumber(value) : null
  return formatting && number !== null
    ? conditionColor(formatting.rules, number, formatting.low, formatting.high)
    : undefined
}
