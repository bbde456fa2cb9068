import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { askLegacyData } from '#calls/legacy-data.ts'
import type { BoxItem } from '#core/filter-box/item.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ProfiledColumn } from '#core/query/column-profile.ts'
import type { Option } from '#ui/input/option.ts'
import { boxValueName, keepsMoments } from '../state/box-words.ts'
import { datasetOf, formOf, useDashboard } from '../state/store.ts'

/** Milliseconds without a key after which what was typed is asked for. */
const TYPED = 250

type Single = string | number | boolean | null

interface Answered {
  readonly id: Single
  readonly metric?: unknown
}

/** A form that asks for the values of one column that hold a text. */
function searching(form: FormData, item: BoxItem, text: string): FormData {
  const like = {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: item.column,
    operator: 'ILIKE',
    comparator: `%${text}%`,
  }
  const own = Array.isArray(form.adhoc_filters) ? (form.adhoc_filters as readonly unknown[]) : []
  return { ...form, filter_configs: [item], adhoc_filters: [...own, like] as NonNullable<FormData['adhoc_filters']> }
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
 * column keeps in a form of its own are found among the dates offered: the engine sees none.
 */
export function useBoxOptions(chartId: number, item: BoxItem, text: string) {
  const form = useDashboard((state) => formOf(state, chartId))
  const dataset = useDashboard((state) => datasetOf(state, chartId))
  const column = dataset?.columns?.find(({ column_name }) => column_name === item.column)
  const isFoundHere = column !== undefined && keepsMoments(column)
  const dashboardId = useDashboard(({ info }) => info.id)
  const typed = useTyped(isFoundHere ? '' : text.trim())
  const found = useQuery({
    queryKey: ['filter-box', chartId, item.column, typed, form],
    enabled: form !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const asked = form as FormData
      const { result } = await askLegacyData(typed === '' ? asked : searching(asked, item, typed), {
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
    options,
    error: found.error,
    isFoundHere,
    labelOf: (value: Single) => boxValueName(value, column),
    isLoading: found.isFetching || (!isFoundHere && typed !== text.trim()),
  }
}
