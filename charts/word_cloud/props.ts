import type { WordCloudForm } from './controls.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { type ColorChoice, colorChoice } from '#charts/shared/colors.ts'
import { formatFor, numberOrDefault } from '#charts/shared/number-format.ts'
import { rankedRows } from '#charts/shared/ranked-rows.ts'
import { metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { type InvalidPartCount, countInvalidParts } from '#charts/shared/invalid-part-count.ts'

/** The maximum number of words. */
const MAX_WORDS = 500

export interface Word {
  readonly name: string
  readonly value: number
  /** The font size in pixels if all words fit. */
  readonly size: number
  readonly selection: SelectedMark
  readonly colorPosition: number
}

export interface WordCloudProps extends ColorChoice, InvalidPartCount {
  /** Largest first. */
  readonly words: readonly Word[]
  readonly left: number
  readonly metric: string
  readonly format: string
  readonly rotation: WordCloudForm['rotation']
}

/** Returns words sized by value; missing, zero and negative values are left out. */
export function toProps(input: ChartInput<WordCloudForm>): WordCloudProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const { rows } = rankedRows(input, { columns: queryFields(form).columns, metric, dateFormat: 'smart_date' })
  const all = rows
    .flatMap((row) => (row.value !== null && row.value > 0 ? [{ ...row, value: row.value }] : []))
    .toSorted((a, b) => b.value - a.value)
  const most = all[0]?.value ?? 1
  const [from, to] = [numberOrDefault(form.size_from, 10), numberOrDefault(form.size_to, 70)]
  return {
    words: all.slice(0, MAX_WORDS).map((word) => ({ ...word, size: from + (word.value / most) * (to - from) })),
    left: Math.max(0, all.length - MAX_WORDS),
    ...countInvalidParts(rows.map(({ value }) => value)),
    metric: input.dataset.verbose_map[metric] ?? metric,
    format: formatFor(input, 'number_format', [metric]),
    rotation: form.rotation,
    ...colorChoice(input),
  }
}
