import { rankedGroups, rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import { largestLines, lineData, otherTimes, seriesQuery } from '#core/legacy/series-query.ts'
import {
  comparePaths,
  cells,
  columnLabels,
  groupsOf,
  type LegacyShape,
  metricLabels,
  legacyValueText,
  sumColumns,
} from '#core/legacy/legacy-shape.ts'
import type { Value } from '#core/table/table.ts'

/** Bars over time, largest series first. */
const barSeries: LegacyShape = {
  types: ['bar'],
  query: seriesQuery,
  others: otherTimes,
  data: (answered, form) => largestLines(lineData(answered, form, null)),
}

/** Bars by group, with one list per metric and breakdown. */
const distBar: LegacyShape = {
  types: ['dist_bar'],
  query: rankedBaseQuery,
  data({ table }, form) {
    const metrics = metricLabels(form, 'metrics', 'metric')
    const breakdown = columnLabels(form, 'columns')
    const bars = rankedGroups(table, columnLabels(form, 'groupby'), metrics[0])
    const parts = groupsOf(table, breakdown).toSorted((a, b) => comparePaths(a.path, b.path))
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
      values: bars.map(({ path }, bar) => ({
        x: path.map(legacyValueText).join(', '),
        y: shown[stack]?.[bar] ?? null,
      })),
    }))
  },
}

function keyOf(metric: string, path: readonly Value[], several: boolean): string {
  if (path.length === 0) return metric
  return [...(several ? [metric] : []), ...path.map(legacyValueText)].join(', ')
}

/** Converts each height to its share of the bar. */
function shares(heights: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  const whole = (bar: number): number => sumColumns(heights.map((stack) => stack[bar] ?? null))
  return heights.map((stack) =>
    stack.map((value, bar) => (typeof value === 'number' && whole(bar) !== 0 ? value / whole(bar) : null)),
  )
}

/** The legacy response shapes of the older chart types. */
export const legacy = [barSeries, distBar]
