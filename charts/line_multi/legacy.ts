import type { FormData } from '#core/form/form-data.ts'
import { parseChartIds } from './query.ts'
import { linesOf } from '#core/legacy/saved-lines.ts'
import type { LegacyResult, LegacyShape } from '#core/legacy/legacy-shape.ts'
import type { Value } from '#core/table/table.ts'

interface Point {
  readonly x: Value
  readonly y: Value
}

const atEnd = (moments: readonly number[], pick: (a: number, b: number) => number): Point => ({
  x: moments.reduce((end, instant) => pick(end, instant)),
  y: null,
})

/**
 * Returns the lines of all charts. Each ends with null points at the first and last timestamp of all lines, so that
 * both axes cover the same range.
 */
function allLines(answered: readonly LegacyResult[], form: FormData) {
  const onFirst = parseChartIds(form['line_charts']).length
  const answers = answered.map(({ table, labels, chart }) => ({ chart, ...linesOf(table, labels) }))
  const moments = answers.flatMap((each) => each.moments).filter((instant) => typeof instant === 'number')
  const ends = moments.length > 0 ? [atEnd(moments, Math.min), atEnd(moments, Math.max)] : []
  return answers.flatMap(({ chart, moments: own, lines }, index) =>
    lines.map(({ name, values }) => ({
      key: form['prefix_metric_with_slice_name'] === true && chart ? `${chart.slice_name}: ${name}` : name,
      type: 'line',
      values: [...own.map((x, row): Point => ({ x, y: values[row] ?? null })), ...ends],
      yAxis: index < onFirst ? 1 : 2,
    })),
  )
}

const multiLineShape: LegacyShape = {
  types: ['line_multi'],
  data: (answered, form) => allLines([answered], form),
  dataOfAll: allLines,
}

/** The legacy response shapes of this chart type. */
export const legacy = [multiLineShape]
