import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askLegacyData } from '#calls/legacy-data.ts'
import type { BoxItem } from '#core/filter-box/item.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { Option } from '#ui/input/option.ts'
import { formOf, useDashboard } from '../state/store.ts'

/** Milliseconds without a key after which what was typed is asked for. */
const TYPED = 250

type Single = string | number | boolean | null

interface Answered {
  readonly id: Single
  readonly text?: Single
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

function optionOf({ id, text, metric }: Answered): Option<Single> {
  const label = id === null ? '<NULL>' : String(text ?? id)
  return { value: id, label, ...(typeof metric === 'number' ? { count: metric } : {}) }
}

/** What was typed, once nothing more is for a moment. */
function useTyped(text: string): string {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPED)
    return () => clearTimeout(timer)
  }, [text])
  return typed
}

/** The values that a column of a box offers, with their measure; those that hold the text, when there is one. */
export function useBoxOptions(chartId: number, item: BoxItem, text: string) {
  const form = useDashboard((state) => formOf(state, chartId))
  const dashboardId = useDashboard(({ info }) => info.id)
  const typed = useTyped(text.trim())
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
      return (data?.[item.column] ?? []).map(optionOf)
    },
  })
  return { options: found.data ?? [], error: found.error, isLoading: found.isFetching || typed !== text.trim() }
}
