import type { Control } from '#controls/control.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { histogramQuery, isTime } from '#core/query/column-profile.ts'
import { numberFormatter } from '#core/format/number.ts'
import { NUMERIC } from '#core/table/table.ts'
import type { FilterConfig, FilterType } from '../filter-type.ts'
import { emptyMask } from '../shared/empty-mask.ts'
import { optionRestrictions } from '../shared/options.ts'
import { countRowsControl, requiredControl } from '../shared/settings.ts'
import { targetColumn } from '../shared/target.ts'

const unitSetting: Control = {
  type: 'text',
  name: 'unit',
  label: 'Unit',
  description: 'Unit of the values, such as km; shown next to the filter name and in the filter summary',
  affects: 'picture',
}

/** Both ends inclusive; null leaves an end open. */
export type Range = readonly [number | null, number | null]

function bound(raw: unknown): number | null | undefined {
  if (raw === null || raw === undefined || raw === '') return null
  const number = Number(raw)
  return Number.isFinite(number) ? number : undefined
}

function label([low, high]: Range): string {
  if (low !== null && high !== null) return low === high ? `x = ${low}` : `${low} ≤ x ≤ ${high}`
  return low !== null ? `x ≥ ${low}` : `x ≤ ${high}`
}

const groupedFormat = numberFormatter(',~f')

/** Describes the range with separated thousands and a typographic minus. */
function rangeText([low, high]: Range, config: FilterConfig): string {
  const [from, to] = [low, high].map((end) => (end === null ? '' : groupedFormat(end)))
  const unit = unitOf(config)
  const after = unit === undefined ? '' : ` ${unit}`
  if (from === '' || to === '') return (from === '' ? `≤ ${to}` : `≥ ${from}`) + after
  return (low === high ? `= ${from}` : `${from} – ${to}`) + after
}

function unitOf({ controlValues }: FilterConfig): string | undefined {
  const unit = controlValues?.[unitSetting.name]
  return typeof unit === 'string' && unit.trim() !== '' ? unit.trim() : undefined
}

function toDataMask(value: Range | undefined, config: FilterConfig): DataMask {
  const col = targetColumn(config)
  const [low, high] = value ?? [null, null]
  if (!col || (low === null && high === null)) return emptyMask(config)
  return {
    extraFormData: {
      filters: [
        ...(low === null ? [] : [{ col, op: '>=', val: low }]),
        ...(high === null ? [] : [{ col, op: '<=', val: high }]),
      ],
    },
    filterState: { value: [low, high], label: label([low, high]) },
  }
}

const extremeMetric = (aggregate: 'MIN' | 'MAX', column: string) =>
  ({ expressionType: 'SIMPLE', aggregate, column: { column_name: column }, label: aggregate.toLowerCase() }) as const

/** The range filter for numeric columns. */
export const filterRange: FilterType<Range> = {
  type: 'filter_range',
  label: 'Numerical range',
  target: { column: (column) => column.type_generic === NUMERIC },
  isNarrowable: true,
  examples: [
    [10, 50],
    [null, 3.5],
    [-1, null],
    [0, 0],
  ],
  settings: [unitSetting, requiredControl, countRowsControl],
  parse(raw) {
    if (!Array.isArray(raw) || raw.length !== 2) return undefined
    const low = bound(raw[0])
    const high = bound(raw[1])
    if (low === undefined || high === undefined || (low === null && high === null)) return undefined
    return [low, high]
  },
  toQueries(config, parents) {
    const col = targetColumn(config)
    return col
      ? [
          {
            ...optionRestrictions(config, parents),
            columns: [],
            metrics: [extremeMetric('MIN', col), extremeMetric('MAX', col)],
            row_limit: 1,
          },
        ]
      : []
  },
  toExistenceQuery(config, parents, value) {
    const col = targetColumn(config)
    if (!col) return undefined
    const { filters = [], ...restrictions } = optionRestrictions({ ...config, adhoc_filters: [] }, parents)
    return {
      ...restrictions,
      filters: [...filters, ...(toDataMask(value, config).extraFormData?.filters ?? [])],
      columns: [col],
      metrics: [],
      row_limit: 1,
    }
  },
  // A range stays as it is if at least one row lies in it.
  splitValue: (value, { rowCount }) =>
    rowCount > 0 ? { retained: value, removed: undefined } : { retained: undefined, removed: value },
  firstValue(_config, [ends]) {
    const [low = null, high = null] = [0, 1].map((at) => bound(ends?.columns[at]?.values[0]))
    return low === null || high === null ? undefined : [low, high]
  },
  toDependentQuery(config, parents, [ends], column) {
    const [min = null, max = null] = [0, 1].map((at) => ends?.columns[at]?.values[0])
    const query = isTime(column) ? undefined : histogramQuery(column, min, max)
    return query && { ...optionRestrictions(config, parents), ...query }
  },
  toCounts(config, rows, [ends], column) {
    if (isTime(column) || config.controlValues?.['countRows'] === false) return undefined
    const [min = null, max = null] = [0, 1].map((at) => ends?.columns[at]?.values[0])
    const query = histogramQuery(column, min, max)
    return query && { ...rows, ...query, filters: [...(rows.filters ?? []), ...(query.filters ?? [])] }
  },
  describeValue: rangeText,
  unit: unitOf,
  toDataMask,
}
