import { containsPattern } from '#core/filter/like-pattern.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDebouncedValue } from '#ui/base/use-debounced-value.ts'
import { fetchLegacyData } from '#calls/legacy-data.ts'
import type { BoxItem } from '#core/filter-box/item.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ProfiledColumn } from '#core/query/column-profile.ts'
import { parseTimestampLiteral } from '#core/time/timestamp-literal.ts'
import type { Option } from '#ui/input/option.ts'
import { boxValueName, storesTimestamps } from '../state/filter-box/filter-box-texts.ts'
import { datasetOf, useDashboard } from '../state/store.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/** Milliseconds without a key press before the typed text is queried. */
const SEARCH_DELAY_MS = 250

type ScalarValue = string | number | boolean | null

interface OptionRow {
  readonly id: ScalarValue
  readonly metric?: unknown
}

type Condition = readonly [operator: string, comparator: string | number]

const DAY = 24 * 60 * 60 * 1000

/** Milliseconds per unit of columns that store times as numbers. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['epoch_s', 1000],
  ['epoch_ms', 1],
])

/**
 * Returns the time range of a text that names a day, a month (2001-03) or a year: epoch milliseconds, the end
 * exclusive.
 */
function spanOf(text: string): readonly [from: number, to: number] | undefined {
  const day = /^\S{10}$/.test(text) ? parseTimestampLiteral(text) : undefined
  if (day !== undefined) return [day, day + DAY]
  const [, year = '', month] = /^([1-9]\d{3})(?:-(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (year === '') return undefined
  if (month === undefined) return [Date.UTC(Number(year), 0), Date.UTC(Number(year) + 1, 0)]
  return [Date.UTC(Number(year), Number(month) - 1), Date.UTC(Number(year), Number(month))]
}

/**
 * Returns the conditions for values that match a search text: values that contain it. For columns that store times in
 * another form, the times in the day, month or year that it names. For unordered text formats, the day only. Returns
 * none if the text must be searched among the listed values, because the engine cannot search for dates in columns of
 * seconds.
 */
function conditionsOf(text: string, column: ProfiledColumn | undefined): readonly Condition[] {
  if (text === '') return []
  if (column === undefined || !storesTimestamps(column)) return [['ILIKE', containsPattern(text)]]
  const [from, to] = spanOf(text) ?? []
  if (from === undefined || to === undefined) return []
  const unit = UNITS.get(column.python_date_format ?? '')
  if (unit === undefined) return to - from === DAY ? [['==', from]] : []
  return [
    ['>=', from / unit],
    ['<', to / unit],
  ]
}

/** Returns a form that queries the values of one column under these conditions. */
function formForSearch(form: FormData, item: BoxItem, conditions: readonly Condition[]): FormData {
  const more = conditions.map(([operator, comparator]) => ({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: item.column,
    operator,
    comparator,
  }))
  const own = Array.isArray(form.adhoc_filters) ? (form.adhoc_filters as readonly unknown[]) : []
  return { ...form, filter_configs: [item], adhoc_filters: [...own, ...more] as NonNullable<FormData['adhoc_filters']> }
}

const optionOf =
  (column: ProfiledColumn | undefined) =>
  ({ id, metric }: OptionRow): Option<ScalarValue> => ({
    value: id,
    label: boxValueName(id, column),
    ...(typeof metric === 'number' ? { count: metric } : {}),
  })

/**
 * Returns the options of a filter box column with their metric, limited to those that contain the text, if any. For
 * times stored in another form, any part of the date is searched among the listed values. The engine searches by day,
 * and for numeric times also by month or year.
 */
export function useBoxOptions(chartId: number, item: BoxItem, text: string) {
  const form = useDashboard((state) => formDataOf(state, chartId))
  const dataset = useDashboard((state) => datasetOf(state, chartId))
  const column = dataset?.columns?.find(({ column_name }) => column_name === item.column)
  const isOfDates = column !== undefined && storesTimestamps(column)
  const dashboardId = useDashboard(({ info }) => info.id)
  const typed = useDebouncedValue(text.trim(), SEARCH_DELAY_MS)
  const conditions = conditionsOf(typed, column)
  const found = useQuery({
    queryKey: ['filter-box', chartId, item.column, conditions, form],
    enabled: form !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const requestedForm = form as FormData
      const { result } = await fetchLegacyData(
        conditions.length === 0 ? requestedForm : formForSearch(requestedForm, item, conditions),
        {
          clientCache: true,
          sliceId: chartId,
          dashboardId,
          signal,
        },
      )
      const data = result[0].data as Readonly<Record<string, readonly OptionRow[]>> | null
      return data?.[item.column] ?? []
    },
  })
  const options = useMemo(() => (found.data ?? []).map(optionOf(column)), [found.data, column])
  return {
    options: isOfDates ? options.filter(({ label }) => label.includes(text.trim())) : options,
    error: found.error,
    labelOf: (value: ScalarValue) => boxValueName(value, column),
    isLoading: found.isFetching || (typed !== text.trim() && conditionsOf(text.trim(), column).length > 0),
  }
}
