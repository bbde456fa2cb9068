import { expect, it } from 'vitest'
import { numberFormatter } from '#core/format/number.ts'
import { type ChartCell, formsOf, inputOf } from '#testing/chart-inputs.ts'
import { STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import { type ChartType, propsFor, type ToProps } from './chart.ts'
import { charts } from './index.ts'
import { cellText } from './table/cells.ts'
import type { TableProps } from './table/props.ts'

const views = import.meta.glob('./*/View.tsx') as Record<string, () => Promise<{ toProps: ToProps }>>
const kinds: readonly ChartType[] = charts

const DIGITS = ['9007199254740993', '9223372036854775807', '123456789012.345678']
const WRITTEN = ['9,007,199,254,740,993', '9,223,372,036,854,775,807', '123,456,789,012.345678']

/** Chart types that show no metric of their own as a number. */
const WITHOUT_NUMBERS: Readonly<Record<string, string>> = {
  histogram_v2: 'counts rows in bins, and computes their edges as doubles',
  box_plot: 'computes quartiles and the ends of whiskers as doubles',
}

/** Returns the cells of a result: three numbers, coordinates and days, and names for all other columns. */
const cellsOf =
  (numbers: readonly Value[], names: readonly Value[] = ['US', 'FR', 'DE']): ChartCell =>
  (name, row) => {
    if (name === '__timestamp' || name === 'date') return Date.UTC(2001, 0, 1 + row)
    if (name === 'arrival') return Date.UTC(2001, 0, 4 + row)
    if (name === 'latitude' || name === 'longitude') return row + 1
    if (name === 'count' || name === 'delay') return numbers[row] ?? null
    return names[row] ?? null
  }

/**
 * Form values needed to show a number if the example shows none, and chart types that show the number of one row only.
 */
const FORMS: Readonly<Record<string, object>> = {
  gantt_chart: { tooltip_metrics: ['count'] },
  line_multi: { y_axis_format: ',.6~f' },
}
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
    const stored = formsOf(kind).some((example) => {
      const form = { ...example, ...FORMS[type] }
      const texts = textsIn(propsFor(kind, found.toProps, { ...inputOf(kind, form, 3, cellsOf(DIGITS)), dataset }))
      // Either the cells are texts of digits, or a number format of the chart formats the doubles with all digits.
      const formats = texts.filter((text) => !DIGITS.includes(text))
      const isWritten = (at: number) =>
        formats.some((text) => text === WRITTEN[at] || numberFormatter(text)(Number(DIGITS[at])) === WRITTEN[at])
      const isRetained = DIGITS.map((digits, at) => texts.includes(digits) || isWritten(at))
      return OF_ONE_ROW.has(type) ? isRetained.some(Boolean) : isRetained.every(Boolean)
    })
    expect(stored).toBe(true)
  },
)

/** 02:30:00.123456 and one and two seconds later. */
const INSTANTS = [0, 1, 2].map((second) => Date.UTC(2001, 0, 1, 2, 30, second, 123) + 0.456)
const INSTANT_TEXTS = [0, 1, 2].map((second) => `2001-01-01 02:30:0${second}.123456`)

/** Chart types that show no timestamps as names. */
const WITHOUT_NAMES: Readonly<Record<string, string>> = {
  big_number: 'has no dimension',
  big_number_total: 'has no dimension',
  bullet: 'has no dimension',
  cal_heatmap: 'has no dimension',
  country_map: 'reads codes of regions',
  deck_grid: 'has no dimension',
  deck_hex: 'has no dimension',
  handlebars: 'writes cells as they are',
  line_multi: 'draws lines of other datasets',
  time_table: 'has no dimension in its example',
  tree_chart: 'reads ids of nodes',
  world_map: 'reads codes of countries',
}

const asTimes = (table: Table): Table => ({
  ...table,
  columns: table.columns.map((each) => (each.type === STRING ? { ...each, type: TEMPORAL } : each)),
})

/** Returns the cell texts of a table. */
const tableTexts = ({ columns }: TableProps): string[] =>
  columns.flatMap((column) => column.values.map((value) => cellText(column, value, null)))

it.each(kinds.filter(({ type }) => !Object.hasOwn(WITHOUT_NAMES, type)).map((kind) => [kind.type, kind] as const))(
  '%s names times to the microsecond',
  async (type, kind) => {
    const found = await views[`./${type}/View.tsx`]?.()
    if (!found) throw new Error(`${type} has no View`)
    const areNamed = formsOf(kind).some((form) => {
      const input = inputOf(kind, form, 3, cellsOf([3, 2, 1], INSTANTS))
      const props = propsFor(kind, found.toProps, { ...input, tables: input.tables.map(asTimes) })
      const texts = type === 'table' ? tableTexts(props as TableProps) : textsIn(props)
      return INSTANT_TEXTS.every((instant) => texts.some((text) => text.includes(instant)))
    })
    expect(areNamed).toBe(true)
  },
)

it.each(kinds.map((kind) => [kind.type, kind] as const))('%s writes -0 as 0', async (type, kind) => {
  const found = await views[`./${type}/View.tsx`]?.()
  if (!found) throw new Error(`${type} has no View`)
  for (const example of formsOf(kind)) {
    const form = { ...example, ...FORMS[type] }
    const written = (zero: number) => {
      const input = inputOf(kind, form, 3, cellsOf([zero, 1, zero]))
      const props = propsFor(kind, found.toProps, input)
      return type === 'table' ? tableTexts(props as TableProps) : textsIn(props)
    }
    expect(written(-0)).toEqual(written(0))
  }
})
