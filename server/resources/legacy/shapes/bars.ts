import { baseQuery, normalisedOrder, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Table, Value } from '#core/table/table.ts'
import { alongPath, cells, columnLabels, groupsOf, type LegacyShape, metricLabels, spoken, total } from './shape.ts'

/** What every chart asks, the largest first. */
export function ranked(form: FormData): QueryObject {
  const base = baseQuery(form)
  return withOrder(base, normalisedOrder(base, form))
}

type Path = readonly Value[]

/** The groups with what a number makes of their rows, the largest first; equal ones ascending. */
function largestFirst(table: Table, names: readonly string[], metric: string | undefined) {
  const values = cells(table, metric)
  return groupsOf(table, names)
    .map((group) => ({ ...group, sum: total(group.rows.map((row) => values[row] ?? null)) }))
    .toSorted((a, b) => b.sum - a.sum || alongPath(a.path, b.path))
}

/** Bars by groups, one list for each metric and breakdown. */
export const distBar: LegacyShape = {
  types: ['dist_bar'],
  query: ranked,
  data({ table }, form) {
    const metrics = metricLabels(form, 'metrics', 'metric')
    const breakdown = columnLabels(form, 'columns')
    const bars = largestFirst(table, columnLabels(form, 'groupby'), metrics[0])
    const parts = groupsOf(table, breakdown).toSorted((a, b) => alongPath(a.path, b.path))
    const stacks = metrics.toSorted().flatMap((metric) => parts.map((part) => ({ metric, part })))
    const heights = stacks.map(({ metric, part }) => {
      const within = new Set(part.rows)
      const values = cells(table, metric)
      return bars.map(({ rows }) => {
        const row = rows.find((each) => within.has(each))
        return row === undefined ? null : (values[row] ?? null)
      })
    })
    const shown = form['contribution'] ? shares(heights) : heights
    return stacks.map(({ metric, part }, stack) => ({
      key: keyOf(metric, part.path, metrics.length > 1),
      values: bars.map(({ path }, bar) => ({ x: path.map(spoken).join(', '), y: shown[stack]?.[bar] ?? null })),
    }))
  },
}

function keyOf(metric: string, path: Path, several: boolean): string {
  if (path.length === 0) return metric
  return [...(several ? [metric] : []), ...path.map(spoken)].join(', ')
}

/** Each height as its part of its bar. */
function shares(heights: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  const whole = (bar: number): number => total(heights.map((stack) => stack[bar] ?? null))
  return heights.map((stack) =>
    stack.map((value, bar) => (typeof value === 'number' && whole(bar) !== 0 ? value / whole(bar) : null)),
  )
}

/** The groups of a pie, the largest first. */
export const pie: LegacyShape = {
  types: ['pie'],
  data({ table }, form) {
    const [metric] = metricLabels(form, 'metric', 'metrics')
    const slices = largestFirst(table, columnLabels(form, 'groupby'), metric)
    return slices.map(({ path, sum }) => ({ x: path.map(spoken).join(', '), y: sum }))
  },
}
