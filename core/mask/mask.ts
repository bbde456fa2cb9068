import type { QueryFilter } from '#core/query/query-object.ts'

/** The form data that a filter adds to the charts in its scope. Keys as on the wire; unknown keys are preserved. */
export interface ExtraFormData {
  readonly filters?: readonly QueryFilter[]
  readonly adhoc_filters?: readonly Record<string, unknown>[]
  readonly interactive_groupby?: readonly string[]
  readonly time_range?: string
  readonly granularity_sqla?: string
  readonly granularity?: string
  readonly time_grain_sqla?: string
  readonly time_column?: string
  readonly time_grain?: string
  readonly relative_start?: 'today' | 'now'
  readonly relative_end?: 'today' | 'now'
  readonly [key: string]: unknown
}

/** The displayed value of a filter. `validateStatus` is used only by the filter bar and is never stored. */
export interface FilterState {
  readonly value?: unknown
  readonly label?: string
  readonly validateStatus?: 'error'
  readonly [key: string]: unknown
}

/** The state of one filter (native filter, cross-filter or filter box): its effect, its value, its own state. */
export interface DataMask {
  readonly id?: string
  readonly extraFormData?: ExtraFormData
  readonly filterState?: FilterState
  readonly ownState?: Record<string, unknown>
}

const APPENDED = [
  'adhoc_filters',
  'filters',
  'interactive_groupby',
  'interactive_highlight',
  'interactive_drilldown',
  'custom_form_data',
]

/** Merges in the given order: lists are concatenated; for any other key the last set value wins. */
export function mergeExtraFormData(parts: readonly (ExtraFormData | undefined)[]): ExtraFormData {
  const merged: Record<string, unknown> = {}
  for (const part of parts) {
    for (const [key, value] of Object.entries(part ?? {})) {
      if (value === undefined || value === null) continue
      merged[key] =
        APPENDED.includes(key) && Array.isArray(value) ? [...((merged[key] as unknown[]) ?? []), ...value] : value
    }
  }
  return merged
}

/** A mask that filters nothing. */
export const clearMask: DataMask = { extraFormData: {}, filterState: { value: null }, ownState: {} }
