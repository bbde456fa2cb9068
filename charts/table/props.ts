import type { TableForm } from './controls.ts'
import { sharesOfAll } from './query.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
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
  /** The label of the column in the answer: what cross-filters name. */
  readonly name: string
  readonly title: string
  readonly kind: CellKind
  readonly format: string
  readonly smallFormat: string | null
  readonly align: 'start' | 'center' | 'end'
  /** The least width in pixels; null has none of its own. */
  readonly width: number | null
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

export interface TableProps {
  readonly columns: readonly TableColumn[]
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
  const usual = isPercent ? ',.3%' : (input.dataset.column_formats[source.name] ?? (isMetric ? plain : ''))
  return kind === 'text' ? '' : withDigits(config.d3NumberFormat ?? usual, config.fractionDigits)
}

const ALIGN = { left: 'start', center: 'center', right: 'end' } as const

/** The metric over all rows, where it was asked for. */
function overAll({ source, isMetric }: Role, input: ChartInput<TableForm>): Value {
  return isMetric ? (input.tables[1]?.columns.find((each) => each.name === source.name)?.values[0] ?? null) : null
}

/** All of a share is one, where there is anything to share. */
function totalOf(role: Role, input: ChartInput<TableForm>): Value {
  const all = overAll(role, input)
  return role.isPercent ? (toNumber(all) ? 1 : null) : all
}

function toColumn(role: Role, input: ChartInput<TableForm>): TableColumn {
  const { source, isPercent, isMetric } = role
  const { form, dataset } = input
  const key = `${isPercent ? '%' : ''}${source.name}`
  const config = columnConfig(form.column_config, key)
  const kind = kindOf(role)
  const isNumber = kind === 'number' || kind === 'percent'
  const format = formatOf(role, kind, config, input)
  const whole = isPercent && sharesOfAll(form) ? toNumber(overAll(role, input)) : null
  const values = role.shares?.values ?? (isPercent ? sharesOf(source.values, whole) : source.values)
  const grounds = isNumber ? groundsOf(key, values, input) : null
  const bars = isNumber && isMetric && grounds === null && (config.showCellBars ?? form.show_cell_bars)
  return {
    name: source.name,
    title: `${isPercent ? '%' : ''}${dataset.verbose_map[source.name] ?? source.name}`,
    kind,
    format,
    // Of small numbers three decimals could leave nothing.
    smallFormat: config.d3SmallNumberFormat ?? (format === EXACT ? '.3~r' : null),
    align: config.horizontalAlign ? ALIGN[config.horizontalAlign] : isNumber ? 'end' : 'start',
    width: config.columnWidth && config.columnWidth > 0 ? config.columnWidth : null,
    isCut: config.truncateLongCells === true,
    isDimension: !isMetric,
    extent: bars ? extentOf(values, config.alignPositiveNegative ?? form.align_pn) : null,
    colorSigns: config.colorPositiveNegative ?? form.color_pn,
    grounds,
    values,
    total: totalOf(role, input),
  }
}

/** The rows as columns ready to write; the second table of the answer, when there is one, holds the totals. */
export function toProps(input: ChartInput<TableForm>): TableProps {
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const columns = rolesOf(table, input).map((role) => toColumn(role, input))
  return {
    columns,
    rowCount: table.rowCount,
    showTotals: input.form.show_totals && input.tables[1] !== undefined && table.rowCount > 0,
    includeSearch: input.form.include_search,
    grain: input.form.extra_form_data?.time_grain_sqla ?? input.form.time_grain_sqla ?? null,
  }
}
