import type { FormData } from '#core/form/form-data.ts'
import { linesOf } from '#core/legacy/saved-lines.ts'
import type { Value } from '#core/table/table.ts'
import type { Entry } from '#server/data/present.ts'
import { tableOf } from '#server/data/shown-entry.ts'

interface Point {
  readonly x: Value
  readonly y: Value
}

/** A line of one of the charts named, on the first axis of values or the second. */
interface NamedLine {
  readonly key: string
  readonly type: 'line'
  readonly values: readonly Point[]
  readonly yAxis: 1 | 2
}

/**
 * The lines of several charts as clients of old read them: each ends with a point without a value at the first and at the
 * last moment of all, so that both axes reach as far. `entries` answer the charts of the first axis, then the second's.
 */
export async function linesOfAll(entries: readonly Entry[], form: FormData): Promise<readonly NamedLine[]> {
  const onFirst = new Set([form['line_charts']].flat().map(Number))
  const answers = await Promise.all(
    entries.map(async (entry) => ({
      chart: entry.head.saved_chart,
      ...linesOf(await tableOf(entry), entry.head.label_map ?? {}),
    })),
  )
  const moments = answers.flatMap((each) => each.moments).filter((moment) => typeof moment === 'number')
  const ends = moments.length > 0 ? [minOf(moments), maxOf(moments)].map((x): Point => ({ x, y: null })) : []
  return answers.flatMap(({ chart, moments: own, lines }, at): readonly NamedLine[] =>
    lines.map(({ name, values }) => ({
      key: form['prefix_metric_with_slice_name'] === true ? `${chart?.slice_name}: ${name}` : name,
      type: 'line',
      values: [...own.map((x, row) => ({ x, y: values[row] ?? null })), ...ends],
      yAxis: at < onFirst.size ? 1 : 2,
    })),
  )
}

const minOf = (values: readonly number[]): number => values.reduce((least, value) => Math.min(least, value))
const maxOf = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value))
