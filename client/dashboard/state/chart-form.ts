import { replaceEqualDeep } from '@tanstack/react-query'
import type { DashboardState } from './hydrate.ts'
import { type ScopeContext, extraFormDataOf } from './masks.ts'
import { crossFiltersOf } from './cross-filter-scopes.ts'
import type { FormData } from '#core/form/form-data.ts'
import { extraFiltersFor } from '#core/filter-box/dashboard-filter.ts'
import { listOf } from '#core/form/query-fields.ts'
import { drilledForm, drillOf } from './drill-path.ts'
import { effectiveFormData } from '#core/form/effective-form-data.ts'
import { comparedForm } from './comparison.ts'

/** Returns the scope context of the current state. */
export function scopeContextOf(state: DashboardState): ScopeContext {
  return {
    layout: state.layout,
    filters: state.filters,
    crossFilters: crossFiltersOf(state.info.metadata),
  }
}

/**
 * Returns the form of a chart's query: its own form data, the masks in scope, its own state, and the URL parameters.
 */
export function buildFormData(state: DashboardState, chartId: number, saved: FormData): FormData {
  const extra = extraFormDataOf(scopeContextOf(state), state.masks, chartId)
  const mask = state.masks[String(chartId)]
  const own = mask?.ownState
  const boxes = extraFiltersFor(state.filterBoxes, state.layout, chartId)
  const narrowed = boxes.length > 0 ? { ...saved, extra_filters: [...listOf(saved['extra_filters']), ...boxes] } : saved
  const drilled = drilledForm(narrowed, drillOf(mask))
  const effective = effectiveFormData({ ...drilled, slice_id: chartId }, extra, state.urlParams)
  const form = comparedForm(effective, state.comparison)
  return own && Object.keys(own).length > 0 ? { ...form, ownState: own } : form
}

/** The parts of the state that a form is made from. */
const inputsOf = (state: DashboardState, chartId: number): readonly unknown[] => [
  chartId,
  state.masks,
  state.layout,
  state.filters,
  state.info.metadata,
  state.urlParams,
  state.filterBoxes,
  state.comparison,
]

interface SelectedForm {
  readonly inputs: readonly unknown[]
  readonly form: FormData
}

/** The last form by the saved form it was made from. */
const selectedFormCache = new WeakMap<FormData, SelectedForm>()

/**
 * Selects the form of a chart's query. Returns the same object while the contents are equal: most layout changes do not
 * affect it.
 */
export function formDataOf(state: DashboardState, chartId: number): FormData | undefined {
  const saved = state.charts[chartId]?.form_data
  if (!saved) return undefined
  const inputs = inputsOf(state, chartId)
  const last = selectedFormCache.get(saved)
  if (last?.inputs.every((input, at) => input === inputs[at])) return last.form
  const form = replaceEqualDeep(last?.form, buildFormData(state, chartId, saved))
  selectedFormCache.set(saved, { inputs, form })
  return form
}
