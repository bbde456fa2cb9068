import { filterLabel } from '#core/filter/filter-label.ts'
import { readFilter } from '#core/filter/adhoc-filter.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'

/** Returns the value of a control as text for the list of changes. */
export function changeText(value: unknown, kind: string | undefined): string {
  if (value === null || value === undefined || value === '') return t('N/A')
  if (typeof value === 'boolean') return value ? t('true') : t('false')
  if (kind === 'bounds' && Array.isArray(value)) return t('Min: %s, Max: %s', endText(value[0]), endText(value[1]))
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    if (kind === 'collection' || kind === 'ts_columns') return JSON.stringify(value)
    return value.map((each) => changeText(each, kind)).join(', ')
  }
  if (typeof value === 'object') return partText(value, kind)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const endText = (end: unknown): string => (typeof end === 'number' || typeof end === 'string' ? String(end) : '')

function partText(value: object, kind: string | undefined): string {
  if (kind === 'metric') return metricLabel(value as QueryMetric)
  if (kind === 'column') return columnLabel(value as QueryColumn)
  const filter = kind === 'adhoc_filter' ? readFilter(value, '') : undefined
  return filter ? filterLabel(filter) : JSON.stringify(value)
}
