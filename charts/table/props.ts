import { splitFormat, withCurrency } from '#core/format/currency.ts'
import type { TableForm } from './controls.ts'
import { byHandOf, type ColumnsByHand, placed } from './by-hand.ts'
import { type PageState, pageState } from './paging.ts'
import { allQueries, sharesOfAll, totalsAt } from './query.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { textOf } from '#charts/shared/number-format.ts'
import { columnConfig, type ColumnConfig } from '#controls/shared/column-config.ts'
import { conditionColor, isCompleteRule } from '#core/color/condition.ts'
import type { Rgba } from '#core/color/rgb.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { EXACT, SMART_NUMBER } from '#core/format/number-formats.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { type Column, NUMERIC, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

/** How the cells of a column are written. */
export type CellKind = 'number' | 'percent' | 'time' | 'text'

export interface TableColumn {
  /** What settings name it by: its label, with `%` before it for a share. No two alike. */
  readonly key: string
  /** The label of the column in the answer: what cross-filters name. */
  readonly name: string
  readonly title: string
  readonly kind: CellKind
  readonly format: string
  readonly smallFormat: string | null
  readonly align: 'start' | 'center' | 'end'
  /** The least width in pixels; null has none of its own. */
  readonly width: number | null
  /** The width is what a person has made it, and no least one. */
  readonly isExact: boolean
  readonly isHidden: boolean
  /** The edge at which it stays while others scroll. */
  readonly pin: 'left' | 'right' | null
  /** Its place among the columns as said by the form or by hand, counted from 1. */
  readonly position: number | null
  /** Texts wider than the column are cut; otherwise the column is as wide as its texts ask. */
  readonly isCut: boolean
  /** Cells filter other charts when picked. */
  readonly isDimension: boolean
  /** The ends of the bars behind the cells; null draws none. Grounds take their place. */
  readonly extent: readonly [number, number] | null
  readonly colorSigns: boolean
  /** Grounds of the cells by conditional formats, in row order; null where there are none. */
  readonly grounds: readonly (Rgba | null)[] | null
  readonly values: readonly Value[]
  /** The value of the totals row; null leaves it blank. */
  readonly total: Value
}

/** Which page is shown of how many rows. */
export interface Pages extends PageState {
  /** Rows on all pages. */
  readonly count: number
}

export interface TableProps {
  /** In the order shown, hidden ones among them. */
  readonly columns: readonly TableColumn[]
  /** Null where all rows are here. */
  readonly pages: Pages | null
  /** Readers may move columns. */
  readonly mayMove: boolean
  /** What the form says of columns, and what a person did in the table meanwhile. */
  readonly config: Readonly<Record<string, ColumnConfig>>
  readonly own: Readonly<Record<string, unknown>>
  readonly rowCount: number
  readonly showTotals: boolean
  readonly includeSearch: boolean
  readonly grain: string | null
}

function extentOf(values: readonly Value[], aligned: boolean): readonly [number, number] | null {
  let low = 0
  let high = 0
  let any = false
  for (const value of values) {
    const number = toNumber(value)
    if (number === null) continue
    any = true
    low = Math.min(low, number)
    high = Math.max(high, number)
  }
  if (!any || (low === 0 && high === 0)) return null
  const reach = Math.max(-low, high)
  return aligned ? [0, reach] : [low, high]
}

/** Shares of answers that bring none: of the total where it is known, else of the sum of the rows. */
function sharesOf(values: readonly Value[], total: number | null): (number | null)[] {
  const sum = total ?? values.reduce<number>((found, value) => found + (toNumber(value) ?? 0), 0)
  return values.map((value) => {
    const number = toNumber(value)
    return number === null || sum === 0 ? null : number / sum
  })
}

interface Role {
  readonly source: Column
  /** Shares the answer brings along. */
  readonly shares?: Column | undefined
  readonly isPercent: boolean
  readonly isMetric: boolean
}

/** Dimensions and metrics in the order of the answer, then shares; a metric asked for as share alone is left out. */
function rolesOf(table: Table, input: ChartInput<TableForm>): Role[] {
  if (input.form.query_mode === 'raw')
    return table.columns.map((source) => ({ source, isPercent: false, isMetric: false }))
  const metrics = (queryFields(input.form).metrics ?? []).map(metricLabel)
  const percents = input.form.percent_metrics.map(metricLabel)
  const sharesOfName = (name: string) => table.columns.find((each) => each.name === `%${name}`)
  const made = percents.map(sharesOfName)
  const plain = table.columns.filter(
    (each) => metrics.includes(each.name) || !(percents.includes(each.name) || made.includes(each)),
  )
  const shared = percents
    .map((name) => table.columns.find((each) => each.name === name))
    .filter((each) => each !== undefined)
  return [
    ...plain.map((source) => ({ source, isPercent: false, isMetric: metrics.includes(source.name) })),
    ...shared.map((source) => ({ source, shares: sharesOfName(source.name), isPercent: true, isMetric: true })),
  ]
}

function kindOf({ source, isPercent }: Role): CellKind {
  if (isPercent) return 'percent'
  return source.type === NUMERIC ? 'number' : source.type === TEMPORAL ? 'time' : 'text'
}

/** The grounds of a column by the rules made for it. A rule is measured over the values of the whole column. */
function groundsOf(name: string, values: readonly Value[], input: ChartInput<TableForm>): (Rgba | null)[] | null {
  const rules = input.form.conditional_formatting.filter((rule) => rule.column === name && isCompleteRule(rule))
  if (rules.length === 0) return null
  const numbers = values.map(toNumber)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const number of numbers) {
    if (number === null) continue
    low = Math.min(low, number)
    high = Math.max(high, number)
  }
  return numbers.map((number) => (number === null ? null : (conditionColor(rules, number, low, high) ?? null)))
}

/** A number pattern with another count of digits after the point; patterns without a place for them get one. */
function withDigits(pattern: string, digits: number | undefined): string {
  if (digits === undefined) return pattern
  if (/\.\d+/.test(pattern)) return pattern.replace(/\.\d+/, `.${digits}`)
  const [, before = '', type = ''] = /^(.*?)([a-z%]?)$/i.exec(pattern) ?? []
  const isNamed = pattern === '' || /[A-Z_]{2,}|^adaptive$|^~g$/.test(pattern)
  return isNamed ? `,.${digits}f` : `${before}.${digits}${type === '' || type === 'd' ? 'f' : type}`
}

/** The format of a column: of its settings, else of the form or the dataset. */
function formatOf(
  { source, isPercent, isMetric }: Role,
  kind: CellKind,
  config: ColumnConfig,
  input: ChartInput<TableForm>,
) {
  if (kind === 'time') return config.d3TimeFormat ?? textOf(input.form.table_timestamp_format, 'smart_date')
  const plain = textOf(input.form.table_number_format, SMART_NUMBER)
  if (kind === 'text') return ''
  if (isPercent) return withDigits(config.d3NumberFormat ?? ',.3%', config.fractionDigits)
  const own = splitFormat(input.dataset.column_formats[source.name] ?? '')
  const pattern = config.d3NumberFormat ?? (own.pattern || (isMetric ? plain : ''))
  return withCurrency(withDigits(pattern, config.fractionDigits), own.currency)
}

/** The format of numbers below one. */
function smallFormatOf(format: string, chosen: string | undefined): string | null {
  const { pattern, currency } = splitFormat(format)
  const small = chosen ?? (pattern === EXACT ? '.3~r' : null)
  return small === null ? null : withCurrency(small, currency)
}

const ALIGN = { left: 'start', center: 'center', right: 'end' } as const

/** The metric over all rows, where it was asked for. */
function overAll({ source, isMetric }: Role, input: ChartInput<TableForm>): Value {
  return isMetric
    ? (input.tables[totalsAt(input.form)]?.columns.find((each) => each.name === source.name)?.values[0] ?? null)
    : null
}

/** All of a share is one, where there is anything to share. */
function totalOf(role: Role, input: ChartInput<TableForm>): Value {
  const all = overAll(role, input)
  return role.isPercent ? (toNumber(all) ? 1 : null) : all
}

function toColumn(role: Role, input: ChartInput<TableForm>, byHand: ByHand): TableColumn {
  const { source, isPercent, isMetric } = role
  const { form, dataset } = input
  const key = `${isPercent ? '%' : ''}${source.name}`
  const config = columnConfig(form.column_config, key)
  const own = byHand.now[key] ?? {}
  const hand = { ...byHand.saved[key], ...own }
  const width = own.columnWidth ?? config.columnWidth
  const kind = kindOf(role)
  const isNumber = kind === 'number' || kind === 'percent'
  const format = formatOf(role, kind, config, input)
  const whole = isPercent && sharesOfAll(form) ? toNumber(overAll(role, input)) : null
  const values = role.shares?.values ?? (isPercent ? sharesOf(source.values, whole) : source.values)
  const grounds = isNumber ? groundsOf(key, values, input) : null
  const bars = isNumber && isMetric && grounds === null && (config.showCellBars ?? form.show_cell_bars)
  return {
    key,
    name: source.name,
    title: `${isPercent ? '%' : ''}${dataset.verbose_map[source.name] ?? source.name}`,
    kind,
    format,
    // Of small numbers three decimals could leave nothing.
    smallFormat: smallFormatOf(format, config.d3SmallNumberFormat),
    align: config.horizontalAlign ? ALIGN[config.horizontalAlign] : isNumber ? 'end' : 'start',
    width: width && width > 0 ? width : null,
    isExact: own.columnWidth !== undefined,
    isHidden: hand.visible === false,
    pin: hand.pinned === 'left' || hand.pinned === 'right' ? hand.pinned : null,
    position: hand.position ?? null,
    isCut: config.truncateLongCells === true,
    isDimension: !isMetric,
    extent: bars ? extentOf(values, config.alignPositiveNegative ?? form.align_pn) : null,
    colorSigns: config.colorPositiveNegative ?? form.color_pn,
    grounds,
    values,
    total: totalOf(role, input),
  }
}

/** What hands have done: as the form keeps it, and since. */
interface ByHand {
  readonly saved: ColumnsByHand
  readonly now: ColumnsByHand
}

/** The page of an answer; how many rows there are stands in the second table. */
function pagesOf({ form, tables }: ChartInput<TableForm>): Pages | null {
  const [rows] = form.server_pagination ? allQueries(form) : []
  if (!rows) return null
  const count = toNumber(tables[1]?.columns.find(({ name }) => name === 'rowcount')?.values[0] ?? null)
  return { ...pageState(form, rows), count: count ?? tables[0]?.rowCount ?? 0 }
}

/** The rows as columns ready to write; the last table of the answer, when totals are asked for, holds them. */
export function toProps(input: ChartInput<TableForm>): TableProps {
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const { form, ownState = {} } = input
  const byHand = { saved: byHandOf(form.column_config), now: byHandOf(ownState['columns']) }
  const columns = rolesOf(table, input).map((role) => toColumn(role, input, byHand))
  return {
    columns: placed(columns),
    pages: pagesOf(input),
    mayMove: form.allow_rearrange_columns,
    config: form.column_config,
    own: ownState,
    rowCount: table.rowCount,
    showTotals: form.show_totals && input.tables[totalsAt(form)] !== undefined && table.rowCount > 0,
    includeSearch: form.include_search,
    grain: grainOf(form),
  }
}
