import { containsPattern } from '#core/filter/like.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { askLegacyData } from '#calls/legacy-data.ts'
import type { BoxItem } from '#core/filter-box/item.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ProfiledColumn } from '#core/query/column-profile.ts'
import { readWrittenMoment } from '#core/time/moment-text.ts'
import type { Option } from '#ui/input/option.ts'
import { boxValueName, keepsMoments } from '../state/filter-box/box-words.ts'
import { datasetOf, formDataOf, useDashboard } from '../state/store.ts'

/** Milliseconds without a key after which what was typed is asked for. */
const TYPED = 250

type Single = string | number | boolean | null

interface Answered {
  readonly id: Single
  readonly metric?: unknown
}

type Condition = readonly [operator: string, comparator: string | number]

const DAY = 24 * 60 * 60 * 1000

/** Milliseconds of what columns count that keep times as numbers. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['epoch_s', 1000],
  ['epoch_ms', 1],
])

/** What a text spans that names a day, a month (2001-03) or a year: epoch milliseconds, the end exclusive. */
function spanOf(text: string): readonly [from: number, to: number] | undefined {
  const day = /^\S{10}$/.test(text) ? readWrittenMoment(text) : undefined
  if (day !== undefined) return [day, day + DAY]
  const [, year = '', month] = /^([1-9]\d{3})(?:-(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (year === '') return undefined
  if (month === undefined) return [Date.UTC(Number(year), 0), Date.UTC(Number(year) + 1, 0)]
  return [Date.UTC(Number(year), Number(month) - 1), Date.UTC(Number(year), Number(month))]
}

/**
 * What values that a text is about meet: those that hold it, and where a column keeps times in a form of its own those of
 * the day, month or year it names; of texts that have no order, of the day alone. None where it is to be found among the
 * values that are offered: the engine sees no dates in seconds.
 */
function conditionsOf(text: string, column: ProfiledColumn | undefined): readonly Condition[] {
  if (text === '') return []
  if (column === undefined || !keepsMoments(column)) return [['ILIKE', containsPattern(text)]]
  const [from, to] = spanOf(text) ?? []
  if (from === undefined || to === undefined) return []
  const unit = UNITS.get(column.python_date_format ?? '')
  if (unit === undefined) return to - from === DAY ? [['==', from]] : []
  return [
    ['>=', from / unit],
    ['<', to / unit],
  ]
}

/** A form that asks for the values of one column that meet conditions. */
function searching(form: FormData, item: BoxItem, conditions: readonly Condition[]): FormData {
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
  ({ id, metric }: Answered): Option<Single> => ({
    value: id,
    label: boxValueName(id, column),
    ...(typeof metric === 'number' ? { count: metric } : {}),
  })

/** What was typed, once nothing more is for a moment. */
function useTyped(text: string): string {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPED)
    return () => clearTimeout(timer)
  }, [text])
  return typed
}

/**
 * The values that a column of a box offers, with their measure; those that hold the text, when there is one. Times that a
 * column keeps in a form of its own are found among the dates offered by any part of them, and in the engine by the day,
 * and where they are numbers by the month or the year.
 */
export function useBoxOptions(chartId: number, item: BoxItem, text: string) {
  const form = useDashboard((state) => formDataOf(state, chartId))
  const dataset = useDashboard((state) => datasetOf(state, chartId))
  const column = dataset?.columns?.find(({ column_name }) => column_name === item.column)
  const isOfDates = column !== undefined && keepsMoments(column)
  const dashboardId = useDashboard(({ info }) => info.id)
  const typed = useTyped(text.trim())
  const conditions = conditionsOf(typed, column)
  const found = useQuery({
    queryKey: ['filter-box', chartId, item.column, conditions, form],
    enabled: form !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const asked = form as FormData
      const { result } = await askLegacyData(conditions.length === 0 ? asked : searching(asked, item, conditions), {
        clientCache: true,
        sliceId: chartId,
        dashboardId,
        signal,
      })
      const data = result[0].data as Readonly<Record<string, readonly Answered[]>> | null
      return data?.[item.column] ?? []
    },
  })
  const options = useMemo(() => (found.data ?? []).map(optionOf(column)), [found.data, column])
  return {
    options: isOfDates ? options.filter(({ label }) => label.includes(text.trim())) : options,
    error: found.error,
    labelOf: (value: Single) => boxValueName(value, column),
    isLoading: found.isFetching || (typed !== text.trim() && conditionsOf(text.trim(), column).length > 0),
  }
}
