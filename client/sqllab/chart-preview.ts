import type { FormData } from '#core/form/form-data.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { compareExact, sumExact } from '#core/table/exact-number.ts'
import { type GenericType, NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { axisPosition, exactNumber } from './column-profile.ts'

/** The maximum number of groups in a preview. */
export const MAX_GROUPS = 1000

export const AGGREGATES = ['COUNT', 'SUM', 'AVG', 'MIN', 'MAX'] as const
type PreviewType = 'echarts_timeseries_bar' | 'echarts_timeseries_line' | 'pie'

/** The chart types that suit any result, with their names. */
export const previewTypes = (): readonly { readonly value: PreviewType; readonly label: string }[] => [
  { value: 'echarts_timeseries_bar', label: t('Bar chart') },
  { value: 'echarts_timeseries_line', label: t('Line chart') },
  { value: 'pie', label: t('Pie chart') },
]

/** The definition of a preview: an aggregate of a column, grouped by another one, both by position. */
export interface PreviewChoice {
  readonly vizType: PreviewType
  readonly x: number
  readonly aggregate: (typeof AGGREGATES)[number]
  /** Ignored by COUNT, which counts rows. */
  readonly y: number
}

/** A chart of loaded rows as input for chart types. */
export interface PreviewChart {
  readonly form: FormData
  readonly entry: ColumnarResult
  /** The number of groups, drawn or not. */
  readonly groups: number
}

/** Returns the initial definition: times or texts on the axis, the sum of the first other numeric column. */
export function firstChoice({ columns }: Table): PreviewChoice {
  const of = (type: number) => columns.findIndex((column) => column.type === type)
  const x = [of(TEMPORAL), of(STRING), 0].find((index) => index >= 0) ?? 0
  const y = columns.findIndex(({ type }, index) => type === NUMERIC && index !== x)
  return {
    vizType: of(TEMPORAL) >= 0 ? 'echarts_timeseries_line' : 'echarts_timeseries_bar',
    x,
    aggregate: y >= 0 ? 'SUM' : 'COUNT',
    y: Math.max(0, y),
  }
}

interface Group {
  rows: number
  /** The numbers of the rows that have one. */
  readonly numbers: (number | string)[]
}

const extremeOf =
  (sign: 1 | -1) =>
  ({ numbers }: Group): Value => {
    const [first, ...others] = numbers
    if (first === undefined) return null
    return sumExact([others.reduce((best, each) => (sign * compareExact(each, best) > 0 ? each : best), first)])
  }

/** Sums, minimum and maximum keep all digits; averages are doubles. */
const READ: Readonly<Record<PreviewChoice['aggregate'], (group: Group) => Value>> = {
  COUNT: ({ rows }) => rows,
  SUM: ({ numbers }) => (numbers.length === 0 ? null : sumExact(numbers)),
  AVG: ({ numbers }) => (numbers.length === 0 ? null : Number(sumExact(numbers)) / numbers.length),
  MIN: extremeOf(-1),
  MAX: extremeOf(1),
}

/** Returns the group key of an axis value: equal for equal numbers or times. */
function keyOf(value: Value, type: GenericType | undefined): Value {
  if (type === TEMPORAL) return axisPosition(value, true) ?? null
  if (type !== NUMERIC) return value
  const number = exactNumber(value)
  return number === undefined ? null : sumExact([number])
}

/** Groups the rows: sorted along an axis of numbers or times, otherwise in row order. */
function groupsOf(table: Table, { x, y }: PreviewChoice): readonly (readonly [Value, Group])[] {
  const axis = table.columns[x]
  const groups = new Map<Value, Group>()
  for (let row = 0; row < table.rowCount; row += 1) {
    const key = keyOf(axis?.values[row] ?? null, axis?.type)
    const group = groups.get(key) ?? { rows: 0, numbers: [] }
    groups.set(key, group)
    group.rows += 1
    const number = exactNumber(table.columns[y]?.values[row] ?? null)
    if (number !== undefined) group.numbers.push(number)
  }
  const isOrdered = axis?.type === TEMPORAL || axis?.type === NUMERIC
  return isOrdered ? [...groups].toSorted(([a], [b]) => compareKeys(a, b)) : [...groups]
}

/** Compares by number; rows without one come first. */
function compareKeys(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  return compareExact(one as number | string, other as number | string)
}

/** Returns the rows as a result entry that no chart query returned. */
function entryOf(table: Table): ColumnarResult {
  const { columns, rowCount } = table
  return {
    status: 'success',
    error: null,
    stacktrace: null,
    query: '',
    colnames: columns.map(({ name }) => name),
    coltypes: columns.map(({ type }) => type),
    columns: columns.map(({ values }) => values),
    rowcount: rowCount,
    sql_rowcount: rowCount,
    is_cached: false,
    cached_dttm: null,
    cache_key: null,
    cache_timeout: null,
    applied_filters: [],
    rejected_filters: [],
    from_dttm: null,
    to_dttm: null,
    cost: {
      queue: 0,
      plan: 0,
      engine: 0,
      post: 0,
      serialise: 0,
      cache: 'miss',
      bytes: 0,
      made_at: 0,
      row_limit: MAX_GROUPS,
      capped: false,
    },
  }
}

/** Returns a chart of the loaded rows of a result. */
export function previewChart(table: Table, choice: PreviewChoice): PreviewChart {
  const { vizType, x, y, aggregate } = choice
  const axis = table.columns[x]
  const name = axis?.name ?? ''
  const metric = aggregate === 'COUNT' ? 'COUNT(*)' : `${aggregate}(${table.columns[y]?.name ?? ''})`
  const groups = groupsOf(table, choice)
  const drawn = groups.slice(0, MAX_GROUPS)
  const entry = entryOf({
    columns: [
      { name, type: axis?.type ?? STRING, values: drawn.map(([value]) => value) },
      { name: metric, type: NUMERIC, values: drawn.map(([, group]) => READ[aggregate](group)) },
    ],
    rowCount: drawn.length,
  })
  const parts = vizType === 'pie' ? { groupby: [name], metric } : { x_axis: name, metrics: [metric], groupby: [] }
  return { form: { viz_type: vizType, ...parts, show_legend: vizType === 'pie' }, entry, groups: groups.length }
}
