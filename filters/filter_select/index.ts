import { containsPattern } from '#core/filter/like-pattern.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { Table, Value } from '#core/table/table.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'
import type { FilterConfig, FilterType } from '../filter-type.ts'
import { emptyMask } from '../shared/empty-mask.ts'
import { optionRestrictions } from '../shared/options.ts'
import { countRowsControl, requiredControl } from '../shared/settings.ts'
import { isSettingOn, targetColumn } from '../shared/target.ts'
import { hasTimestampValues, valueName } from '#core/query/value-name.ts'
import { optionRows } from './option-rows.ts'

/** The maximum number of values offered at once; further ones are found by a search. */
export const MAX_LISTED_VALUES = 1000

/** Returns the measure of the values, for bar, count and order: the configured metric, or the row count. */
const measureOf = ({ sortMetric }: FilterConfig) => sortMetric ?? COUNT

const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' } as const

const label = (values: readonly Value[], isOfTime = false): string =>
  values.map((value) => valueName(value, isOfTime)).join(', ')

const isFull = (table: Table | undefined) => table !== undefined && table.rowCount >= MAX_LISTED_VALUES

/** True if a pre-filter restricts the values on offer. */
const isNarrowed = ({ adhoc_filters = [], time_range = NO_FILTER }: FilterConfig) =>
  adhoc_filters.length > 0 || time_range !== NO_FILTER

/**
 * Returns the values that were found, and the others. The engine may print a value differently from the URL: if rows
 * were returned and none matches as text, all values stay.
 */
function splitValue(value: readonly Value[], answer: Table) {
  const text = (each: Value) => (each === null ? null : String(each))
  const found = new Set((answer.columns[0]?.values ?? []).map(text))
  const retained = value.filter((each) => found.has(text(each)))
  if (answer.rowCount >= new Set(value).size || (answer.rowCount > 0 && retained.length === 0))
    return { retained: value, removed: undefined }
  const removed = value.filter((each) => !found.has(text(each)))
  return {
    retained: retained.length > 0 ? retained : undefined,
    removed: removed.length > 0 ? removed : undefined,
  }
}

function toDataMask(value: readonly Value[] | undefined, config: FilterConfig): DataMask {
  const col = targetColumn(config)
  const inverse = isSettingOn(config, 'inverseSelection')
  if (!col || !value || value.length === 0)
    return inverse ? { extraFormData: {}, filterState: { value: null } } : emptyMask(config)
  return {
    extraFormData: { filters: [{ col, op: inverse ? 'NOT IN' : 'IN', val: value }] },
    filterState: { value, label: inverse ? `${label(value)} (excluded)` : label(value) },
  }
}

/** The value filter: one or several values of a column, included or excluded. */
export const filterSelect: FilterType<readonly Value[]> = {
  type: 'filter_select',
  label: 'Value',
  target: { column: (column) => column.groupby !== false },
  isNarrowable: true,
  isSortable: true,
  examples: [['EU'], ['EU', 'US'], [null], [''], [1, true], ['it\'s; "quoted"']],
  settings: [
    { type: 'checkbox', name: 'multiSelect', label: 'Can select multiple values', default: true, affects: 'picture' },
    requiredControl,
    {
      type: 'checkbox',
      name: 'defaultToFirstItem',
      label: 'Select first filter value by default',
      description: 'The charts wait for this filter when the dashboard opens.',
      default: false,
      affects: 'query',
    },
    { type: 'checkbox', name: 'inverseSelection', label: 'Inverse selection', default: false, affects: 'query' },
    {
      type: 'checkbox',
      name: 'searchAllOptions',
      label: 'Dynamically search all filter values',
      default: false,
      affects: 'query',
    },
    { type: 'checkbox', name: 'sortAscending', label: 'Sort ascending', default: true, affects: 'query' },
    countRowsControl,
  ],
  parse(raw) {
    if (raw === undefined || raw === null || raw === '') return undefined
    const list = (Array.isArray(raw) ? raw : [raw]).filter(
      (each): each is Value => each === null || ['string', 'number', 'boolean'].includes(typeof each),
    )
    return list.length > 0 ? list : undefined
  },
  optionRows,
  toQueries(config, parents, search) {
    const col = targetColumn(config)
    if (!col) return []
    const { filters = [], ...narrowing } = optionRestrictions(config, parents)
    const ascending = config.controlValues?.['sortAscending'] !== false
    const sort = config.sortMetric
    return [
      {
        ...narrowing,
        filters: search ? [...filters, { col, op: 'ILIKE', val: containsPattern(search) }] : filters,
        columns: [col],
        metrics: [measureOf(config)],
        orderby: [[sort ?? col, ascending]],
        row_limit: MAX_LISTED_VALUES,
        apply_fetch_values_predicate: true,
      },
    ]
  },
  toExistenceQuery(config, parents, value) {
    const col = targetColumn(config)
    // Excluding a value that does not exist has no effect.
    if (!col || isSettingOn(config, 'inverseSelection')) return undefined
    const { filters = [], ...narrowing } = optionRestrictions({ ...config, adhoc_filters: [] }, parents)
    const val = [...new Set(value)]
    return {
      ...narrowing,
      filters: [...filters, { col, op: 'IN', val }],
      columns: [col],
      metrics: [],
      row_limit: val.length + 1,
    }
  },
  splitValue,
  firstValue(config, [table]) {
    const values = table?.columns[0]?.values ?? []
    const first = values[optionRows(config, values)[0] ?? 0]
    return first === undefined ? undefined : [first]
  },
  toDependentQuery(config, parents, [table], column) {
    if (!isFull(table)) return undefined
    const metric = {
      expressionType: 'SIMPLE',
      aggregate: 'COUNT_DISTINCT',
      column: { column_name: column.column_name },
      label: 'values',
    } as const
    return { ...optionRestrictions(config, parents), columns: [], metrics: [metric], row_limit: 1 }
  },
  unlistedOptions([table, counted]) {
    if (!isFull(table)) return undefined
    const total = Number(counted?.columns[0]?.values[0])
    return total > MAX_LISTED_VALUES ? { total } : {}
  },
  toCounts(config, rows, [table], _column, isPart = false) {
    const col = targetColumn(config)
    if (!col || !table || config.controlValues?.['countRows'] === false) return undefined
    const val = table.columns[0]?.values ?? []
    if (val.length === 0) return undefined
    const counts = { ...rows, columns: [col], metrics: [measureOf(config)] }
    // A complete list needs no restriction; for an incomplete one, only the rows of the listed values are counted.
    if (!isPart && !isFull(table) && !isNarrowed(config)) return { ...counts, row_limit: MAX_LISTED_VALUES + 1 }
    return { ...counts, filters: [...(rows.filters ?? []), { col, op: 'IN', val }], row_limit: val.length + 1 }
  },
  describeValue(value, config, column) {
    const text = label(value, column !== undefined && hasTimestampValues(column))
    return isSettingOn(config, 'inverseSelection') ? `${text} (excluded)` : text
  },
  unit: (config) => config.sortMetric ?? undefined,
  toDataMask,
}
