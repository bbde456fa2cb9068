import type { Pick } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DataMask } from '#core/mask/mask.ts'

/** Steps an address may bring. */
const MAX_ENTRIES = 20

/** One step into a chart: the mark it went through, and the column it is drawn by since. */
export interface DrillStep {
  readonly pick: Pick
  readonly by: string
}

function isStep(value: unknown): value is DrillStep {
  if (typeof value !== 'object' || value === null) return false
  const { pick, by } = value as Partial<Record<'pick' | 'by', unknown>>
  return typeof by === 'string' && typeof pick === 'object' && pick !== null && !Array.isArray(pick)
}

/** The steps that were taken into a chart; what an address says wrongly is none. */
export function drillOf(mask: DataMask | undefined): readonly DrillStep[] {
  const said = mask?.ownState?.['drill']
  return Array.isArray(said) ? said.slice(0, MAX_ENTRIES).filter(isStep) : []
}

/** The mask of a chart into which these steps were taken: what was picked in it before is seen no more. */
export function drilledMask(id: string, steps: readonly DrillStep[]): DataMask {
  return {
    id,
    extraFormData: {},
    filterState: { value: null },
    ownState: steps.length > 0 ? { drill: steps } : {},
  }
}

/** A form by the last column drilled to, narrowed to the marks the steps went through. */
export function drilledForm(form: FormData, steps: readonly DrillStep[]): FormData {
  return steps.reduce((before, { pick, by }) => {
    const kind = chartType(before.viz_type)
    const next = kind?.toDrillBy?.(before, by)
    if (!kind || !next) return before
    const extra = before.extra_form_data ?? {}
    const filters = kind.toMask?.([pick], before).extraFormData?.filters ?? []
    return { ...next, extra_form_data: { ...extra, filters: [...(extra.filters ?? []), ...filters] } }
  }, form)
}

/**
 * What a mark of a drilled chart filters: its own rows are those of the marks that the steps went through, too. `form` is
 * that of the chart before the first step.
 */
export function withinDrill(mask: DataMask, form: FormData, steps: readonly DrillStep[]): DataMask {
  const own = mask.extraFormData?.filters ?? []
  if (own.length === 0 || steps.length === 0) return mask
  const ways = steps.flatMap(({ pick }, at) => {
    const before = drilledForm(form, steps.slice(0, at))
    return chartType(before.viz_type)?.toMask?.([pick], before) ?? []
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
