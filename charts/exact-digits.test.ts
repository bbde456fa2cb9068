import { expect, it } from 'vitest'
import { numberFormatter } from '#core/format/number.ts'
import { type ChartCell, formsOf, inputOf } from '#testing/chart-inputs.ts'
import { type ChartType, propsFor, type ToProps } from './chart.ts'
import { charts } from './index.ts'

const views = import.meta.glob('./*/View.tsx') as Record<string, () => Promise<{ toProps: ToProps }>>
const kinds: readonly ChartType[] = charts

const DIGITS = ['9007199254740993', '9223372036854775807', '123456789012.345678']
const WRITTEN = ['9,007,199,254,740,993', '9,223,372,036,854,775,807', '123,456,789,012.345678']

/** Kinds that show no metric of their own as a number. */
const WITHOUT_NUMBERS: Readonly<Record<string, string>> = {
  histogram_v2: 'counts rows in bins',
  box_plot: 'computes quartiles',
  handlebars: 'writes cells as they are',
  line_multi: 'draws lines of other datasets',
}

const cell: ChartCell = (name, row) => {
  if (name === '__timestamp' || name === 'date') return Date.UTC(2001, 0, 1 + row)
  if (name === 'arrival') return Date.UTC(2001, 0, 4 + row)
  if (name === 'latitude' || name === 'longitude') return row + 1
  if (name === 'count' || name === 'delay') return DIGITS[row] ?? null
  return ['US', 'FR', 'DE'][row] ?? null
}

/** What a form needs to show a number where its example shows none, and kinds that show the number of one row alone. */
const FORMS: Readonly<Record<string, object>> = { gantt_chart: { tooltip_metrics: ['count'] } }
const OF_ONE_ROW = new Set(['big_number', 'big_number_total'])

/** All texts within props. */
function textsIn(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string') found.push(value)
  else if (value instanceof Map) for (const [key, each] of value) textsIn([key, each], found)
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) textsIn(each, found)
  return found
}

it.each(kinds.filter(({ type }) => !Object.hasOwn(WITHOUT_NUMBERS, type)).map((kind) => [kind.type, kind] as const))(
  '%s keeps all digits of integers beyond 2^53 and of long decimals',
  async (type, kind) => {
    const found = await views[`./${type}/View.tsx`]?.()
    if (!found) throw new Error(`${type} has no View`)
    const dataset = { verbose_map: {}, column_formats: { count: ',.6~f', delay: ',.6~f' } }
    const kept = formsOf(kind).some((example) => {
      const form = { ...example, ...FORMS[type] }
      const texts = textsIn(propsFor(kind, found.toProps, { ...inputOf(kind, form, 3, cell), dataset }))
      // Either the cells are texts of digits, or a format of the picture writes their doubles with all digits.
      const formats = texts.filter((text) => !DIGITS.includes(text))
      const isWritten = (at: number) =>
        formats.some((text) => text === WRITTEN[at] || numberFormatter(text)(Number(DIGITS[at])) === WRITTEN[at])
      const isKept = DIGITS.map((digits, at) => texts.includes(digits) || isWritten(at))
      return OF_ONE_ROW.has(type) ? isKept.some(Boolean) : isKept.every(Boolean)
    })
    expect(kept).toBe(true)
  },
)
