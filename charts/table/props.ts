import { ownValue } from '#core/rest/json.ts'
import { splitFormat, withCurrency } from '#core/format/currency.ts'
import type { TableForm } from './controls.ts'
import { parseColumnOverrides, type ColumnOverrides, inDisplayOrder } from './column-overrides.ts'
import { type PageState, pageState } from './paging.ts'
import { allQueries, isShareOfAll, totalsAt } from './query.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { textOrDefault } from '#charts/shared/number-format.ts'
import { columnConfig, type ColumnConfig } from '#controls/shared/column-config.ts'
import { conditionColor, isCompleteRule } from '#core/color/condition.ts'
import type { Rgba } from '#core/color/rgb.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { EXACT_FORMAT, SMART_NUMBER } from '#core/format/number-formats.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { type Column, NUMERIC, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

/** The type of a column's cells. */
export type CellType = 'number' | 'percent' | 'time' | 'text'

export interface TableColumn {
  /** The unique key in column settings: the label, with a `%` prefix for percentages. */
  readonly key: string
  /** The label of the column in the result, which cross-filters use. */
  readonly name: string
  readonly title: string
  readonly kind: CellType
  readonly format: string
  readonly smallFormat: string | null
  readonly align: 'start' | 'center' | 'end'
  /** The minimum width in pixels; null if not set. */
  readonly width: number | null
  /** Whether the width is exact, as set by the user, instead of a minimum. */
  readonly isExact: boolean
  readonly isHidden: boolean
  /** The edge to which the column is pinned. */
  readonly pin: 'left' | 'right' | null
  /** The position set by the form or the user, from 1. */
  readonly position: number | null
  /** Whether wide texts are cut; otherwise the column is as wide as its texts. */
  readonly isCut: boolean
  /** Whether its cells filter other charts when selected. */
  readonly isDimension: boolean
  /** The range of the bars behind the cells; null draws none. Cell backgrounds replace bars. */
  readonly extent: readonly [number, number] | null
  readonly colorSigns: boolean
  /** Cell backgrounds of conditional formats in row order; null if there are none. */
  readonly backgrounds: readonly (Rgba | null)[] | null
  readonly values: readonly Value[]
  /** The value in the totals row; null leaves it blank. */
  readonly total: Value
}

/** The current page and the total number of rows. */
export interface Pages extends PageState {
  /** The number of rows on all pages. */
  readonly count: number
}

export interface TableProps {
  /** In display order, including hidden ones. */
  readonly columns: readonly TableColumn[]
  /** Null if all rows are loaded. */
  readonly pages: Pages | null
  /** Whether viewers may move columns. */
  readonly mayMove: boolean
  /** The column settings of the form, and the user's changes in the table since. */
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

/** Computes shares if the result has none: of the total if known, or else of the sum of the rows. */
function sharesOf(values: readonly Value[], total: number | null): (number | null)[] {
  const sum = total ?? values.reduce<number>((found, value) => found + (toNumber(value) ?? 0), 0)
  return values.map((value) => {
    const number = toNumber(value)
    return number === null || sum === 0 ? null : number / sum
  })
}

interface Role {
  readonly source: Column
  /** The shares in the result. */
  readonly shares?: Column | undefined
  readonly isPercent: boolean
  readonly isMetric: boolean
}

/**
 * Returns dimensions and metrics in result order, then percentages; a metric queried only as a percentage is left out.
 */
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

function cellTypeOf({ source, isPercent }: Role): CellType {
  if (isPercent) return 'percent'
  return source.type === NUMERIC ? 'number' : source.type === TEMPORAL ? 'time' : 'text'
}

/** Returns the cell backgrounds of a column by its rules. The range of a rule covers all values of the column. */
function backgroundsOf(name: string, values: readonly Value[], input: ChartInput<TableForm>): (Rgba | null)[] | null {
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

/** Returns a number pattern with another number of decimals; a pattern without precision gets one. */
function withDigits(pattern: string, digits: number | undefined): string {
  if (digits === undefined) return pattern
  if (/\.\d+/.test(pattern)) return pattern.replace(/\.\d+/, `.${digits}`)
  const [, before = '', type = ''] = /^(.*?)([a-z%]?)$/i.exec(pattern) ?? []
  const isNamed = pattern === '' || /[A-Z_]{2,}|^adaptive$|^~g$/.test(pattern)
  return isNamed ? `,.${digits}f` : `${before}.${digits}${type === '' || type === 'd' ? 'f' : type}`
}

/** Returns the format of a column: from its settings, or else from the form or the dataset. */
function formatOf(
  { source, isPercent, isMetric }: Role,
  kind: CellType,
  config: ColumnConfig,
  input: ChartInput<TableForm>,
) {
  if (kind === 'time') return config.d3TimeFormat ?? textOrDefault(input.form.table_timestamp_format, 'smart_date')
  const plain = textOrDefault(input.form.table_number_format, SMART_NUMBER)
  if (kind === 'text') return ''
  if (isPercent) return withDigits(config.d3NumberFormat ?? ',.3%', config.fractionDigits)
  const own = splitFormat(input.dataset.column_formats[source.name] ?? '')
  const pattern = config.d3NumberFormat ?? (own.pattern || (isMetric ? plain : ''))
  return withCurrency(withDigits(pattern, config.fractionDigits), own.currency)
}

/** Returns the format of numbers below one. */
function smallFormatOf(format: string, chosen: string | undefined): string | null {
  const { pattern, currency } = splitFormat(format)
  const small = chosen ?? (pattern === EXACT_FORMAT ? '.3~r' : null)
  return small === null ? null : withCurrency(small, currency)
}

const ALIGN = { left: 'start', center: 'center', right: 'end' } as const

/** Returns the metric over all rows, if queried. */
function overAll({ source, isMetric }: Role, input: ChartInput<TableForm>): Value {
  return isMetric
    ? (input.tables[totalsAt(input.form)]?.columns.find((each) => each.name === source.name)?.values[0] ?? null)
    : null
}

/** The total of a percentage is one, if there are any values. */
function totalOf(role: Role, input: ChartInput<TableForm>): Value {
  const all = overAll(role, input)
  return role.isPercent ? (toNumber(all) ? 1 : null) : all
}

function toColumn(role: Role, input: ChartInput<TableForm>, byHand: UserColumnChanges): TableColumn {
  const { source, isPercent, isMetric } = role
  const { form, dataset } = input
  const key = `${isPercent ? '%' : ''}${source.name}`
  const config = columnConfig(form.column_config, key)
  const own = ownValue(byHand.now, key) ?? {}
  const editedColumn = { ...ownValue(byHand.saved, key), ...own }
  const width = own.columnWidth ?? config.columnWidth
  const kind = cellTypeOf(role)
  const isNumber = kind === 'number' || kind === 'percent'
  const format = formatOf(role, kind, config, input)
  const whole = isPercent && isShareOfAll(form) ? toNumber(overAll(role, input)) : null
  const values = role.shares?.values ?? (isPercent ? sharesOf(source.values, whole) : source.values)
  const backgrounds = isNumber ? backgroundsOf(key, values, input) : null
  const bars = isNumber && isMetric && backgrounds === null && (config.showCellBars ?? form.show_cell_bars)
  return {
    key,
    name: source.name,
    title: `${isPercent ? '%' : ''}${dataset.verbose_map[source.name] ?? source.name}`,
    kind,
    format,
    // Three decimals could round small numbers to zero.
    smallFormat: smallFormatOf(format, config.d3SmallNumberFormat),
    align: config.horizontalAlign ? ALIGN[config.horizontalAlign] : isNumber ? 'end' : 'start',
    width: width && width > 0 ? width : null,
    isExact: own.columnWidth !== undefined,
    isHidden: editedColumn.visible === false,
    pin: editedColumn.pinned === 'left' || editedColumn.pinned === 'right' ? editedColumn.pinned : null,
    position: editedColumn.position ?? null,
    isCut: config.truncateLongCells === true,
    isDimension: !isMetric,
    extent: bars ? extentOf(values, config.alignPositiveNegative ?? form.align_pn) : null,
    colorSigns: config.colorPositiveNegative ?? form.color_pn,
    backgrounds,
    values,
    total: totalOf(role, input),
  }
}

/** The user's column changes: stored in the form, and made since. */
interface UserColumnChanges {
  readonly saved: ColumnOverrides
  readonly now: ColumnOverrides
}

/** Returns the page of a result; the second table contains the row count. */
function pagesOf({ form, tables }: ChartInput<TableForm>): Pages | null {
  const [rows] = form.server_pagination ? allQueries(form) : []
  if (!rows) return null
  const count = toNumber(tables[1]?.columns.find(({ name }) => name === 'rowcount')?.values[0] ?? null)
  return { ...pageState(form, rows), count: count ?? tables[0]?.rowCount ?? 0 }
}

/** Returns the rows as formatted columns. If totals are queried, the last result table contains them. */
export function toProps(input: ChartInput<TableForm>): TableProps {
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const { form, ownState = {} } = input
  const byHand = { saved: parseColumnOverrides(form.column_config), now: parseColumnOverrides(ownState['columns']) }
  const columns = rolesOf(table, input).map((role) => toColumn(role, input, byHand))
  return {
    columns: inDisplayOrder(columns),
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
