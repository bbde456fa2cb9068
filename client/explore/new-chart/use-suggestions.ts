import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useEffect } from 'react'
import { fetchDatasetCounts } from '#calls/dataset-counts.ts'
import { allCharts } from '#charts/index.ts'
import { contextOf } from '#controls/dataset-context.ts'
import type { FormData } from '#core/form/form-data.ts'
import { countsOfRows, type DatasetCounts } from '#core/form/dataset-counts.ts'
import { toTable } from '#core/query/result.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { grainForDuration } from '#core/time/grain-for-duration.ts'
import { useSamples } from '../../dataset/use-samples.ts'
import { drawableParts, columnsForSuggestions } from './drawable-fields.ts'
import { type SelectedFields, selectedFieldsOf, noSelectedFields } from './selected-fields.ts'
import { newForm } from './new-form.ts'
import { type Suggestion, suggestions } from './suggestions.ts'

/** Returns false until the first paint, to delay content that is not needed for it. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}

/** A suggestion with its complete form. */
export interface FormSuggestion extends Suggestion {
  readonly form: FormData
}

export interface FormSuggestions {
  readonly isPending: boolean
  readonly error: Error | null
  readonly all: readonly FormSuggestion[]
  readonly retry: () => void
}

/** Form keys that every suggestion takes over from the current form. */
const RETAINED_FIELDS = ['granularity_sqla', 'time_range', 'time_grain_sqla', 'adhoc_filters']
/** Further keys that belong to this chart, such as the dashboard it was opened from. */
const OWN = ['slice_id', 'dashboardId', 'url_params', 'extra_form_data']

const selectedValues = (form: FormData | undefined, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (form?.[name] === undefined ? [] : [[name, form[name]]])))

/** Returns the grain that suits the time extent of the data, if none is selected. */
function grainOf(dataset: DatasetResponse, { span }: DatasetCounts, form: FormData | undefined) {
  if (form) return {}
  const offered = (dataset.time_grain_sqla ?? []).map(([value]) => value)
  const grain = grainForDuration(span, offered)
  return grain === undefined ? {} : { time_grain_sqla: grain }
}

/**
 * Returns suggestions for a dataset, or for the columns and metrics selected in a form. Queried after the first paint
 * under the time range and filters of the form; cancelled when the page is left.
 */
export function useSuggestions(dataset: DatasetResponse, form: FormData | undefined): FormSuggestions {
  const isPainted = useAfterPaint()
  const inputKey = JSON.stringify([selectedValues(form, RETAINED_FIELDS), selectedValues(form, OWN)])
  const picked = JSON.stringify(form ? selectedFieldsOf(form) : noSelectedFields)
  const chosen = useMemo(() => JSON.parse(picked) as SelectedFields, [picked])
  const isLocked = contextOf(dataset, { viz_type: '' }).dataset.disallow_adhoc_metrics === true
  const samples = useSamples(dataset, { isOnlyKnown: !isPainted })
  const looked = columnsForSuggestions(dataset, chosen)
  // The grain does not change the counts.
  const { time_grain_sqla: _, ...requested } = {
    ...selectedValues(form, RETAINED_FIELDS),
    ...selectedValues(form, OWN),
  }
  const counted = useQuery({
    queryKey: ['dataset-counts', dataset.id, dataset.version, looked, requested],
    queryFn: ({ signal }) =>
      fetchDatasetCounts(
        dataset.id,
        looked,
        { viz_type: '', datasource: `${dataset.id}__table`, ...requested },
        signal,
      ),
    enabled: isPainted && !isLocked && (dataset.columns ?? []).length > 0,
    retry: false,
  })
  const all = useMemo(() => {
    const rows = samples.data && toTable(samples.data)
    const counts = isLocked ? rows && countsOfRows(rows) : counted.data
    if (!counts || samples.isPending) return []
    const [stored, own] = JSON.parse(inputKey) as [object, object]
    const drawable = drawableParts(dataset, counts, { samples: rows, chosen, isLocked })
    return suggestions(allCharts(), drawable).map((each): FormSuggestion => {
      const begun = { ...newForm(each.vizType, dataset), ...grainOf(dataset, counts, form) }
      return { ...each, form: { ...begun, ...stored, ...own, ...each.controls } }
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the form what is said of it alone
  }, [dataset, counted.data, samples.data, samples.isPending, chosen, isLocked, inputKey])
  return {
    isPending: !isPainted || samples.isPending || counted.isLoading,
    error: counted.error,
    all,
    retry: () => void counted.refetch(),
  }
}
