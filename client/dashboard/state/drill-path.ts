import type { SelectedMark } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DataMask } from '#core/mask/mask.ts'

/** The maximum number of drill steps read from a URL. */
const MAX_ENTRIES = 20

/** One drill step: the mark drilled through, and the column the chart is grouped by since. */
export interface DrillStep {
  readonly pick: SelectedMark
  readonly by: string
}

function isStep(value: unknown): value is DrillStep {
  if (typeof value !== 'object' || value === null) return false
  const { pick, by } = value as Partial<Record<'pick' | 'by', unknown>>
  return typeof by === 'string' && typeof pick === 'object' && pick !== null && !Array.isArray(pick)
}

/** Returns the drill steps of a chart; invalid ones from a URL are dropped. */
export function drillOf(mask: DataMask | undefined): readonly DrillStep[] {
  const drillState = mask?.ownState?.['drill']
  return Array.isArray(drillState) ? drillState.slice(0, MAX_ENTRIES).filter(isStep) : []
}

/**
 * Returns the mask of a drilled chart. The selection made before drilling is dropped because it is no longer visible.
 */
export function drilledMask(id: string, steps: readonly DrillStep[]): DataMask {
  return {
    id,
    extraFormData: {},
    filterState: { value: null },
    ownState: steps.length > 0 ? { drill: steps } : {},
  }
}

/** Returns the form grouped by the last drill column and filtered by the marks of all steps. */
export function drilledForm(form: FormData, steps: readonly DrillStep[]): FormData {
  return steps.reduce((before, { pick, by }) => {
    const kind = chartType(before.viz_type)
    const next = kind?.toDrillBy?.(before, by)
    if (!kind || !next) return before
    const extra = before.extra_form_data ?? {}
    const filters = kind.toDataMask?.([pick], before).extraFormData?.filters ?? []
    return { ...next, extra_form_data: { ...extra, filters: [...(extra.filters ?? []), ...filters] } }
  }, form)
}

/**
 * Returns the mask of a selection in a drilled chart, extended by the conditions of its drill steps. `form` is the
 * chart's form before the first step.
 */
export function withinDrill(mask: DataMask, form: FormData, steps: readonly DrillStep[]): DataMask {
  const own = mask.extraFormData?.filters ?? []
  if (own.length === 0 || steps.length === 0) return mask
  const ways = steps.flatMap(({ pick }, index) => {
    const before = drilledForm(form, steps.slice(0, index))
    return chartType(before.viz_type)?.toDataMask?.([pick], before) ?? []
  })
  const labels = [...ways, mask].flatMap(({ filterState }) => filterState?.label ?? [])
  return {
    ...mask,
    extraFormData: {
      ...mask.extraFormData,
      filters: [...ways.flatMap(({ extraFormData }) => extraFormData?.filters ?? []), ...own],
    },
    filterState: { ...mask.filterState, label: labels.join(', ') },
  }
}
