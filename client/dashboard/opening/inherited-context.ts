import { type DashboardColors, dashboardColors } from '#core/color/dashboard-colors.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import type { ExtraFormData } from '#core/mask/mask.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { crossFiltersOf } from '#client/dashboard/state/cross-filter-scopes.ts'
import { allFeatures, allowedMasks, storedFilters } from '#client/dashboard/state/filter-features.ts'
import { parseObject, parseStoredJson } from '#client/dashboard/state/dashboard-info.ts'
import { extraFormDataOf, initialMasks, type ScopeContext } from '#client/dashboard/state/masks.ts'
import { masksFromParam } from '#client/dashboard/state/dashboard-url.ts'

/** The context that a chart opened from a dashboard inherits. */
export interface InheritedContext {
  /** The form data added by the filters in whose scope the chart is. */
  readonly extra: ExtraFormData
  readonly hasColorScheme: boolean
  readonly hasLabelColors: boolean
  readonly colors: DashboardColors
}

/**
 * Returns the context that a dashboard passes to one of its charts. `view` is the URL parameter `native_filters`;
 * without it, each filter has its default value.
 */
export function inheritedContext(
  dashboard: DashboardResponse,
  chartId: number,
  view: string | null,
  features = allFeatures,
): InheritedContext {
  const metadata = parseObject(dashboard.json_metadata)
  const filters = storedFilters(metadata, features)
  const { masks } = initialMasks(filters, allowedMasks(masksFromParam(view), features))
  const colors = dashboardColors(metadata)
  let made = 0
  const reach: ScopeContext = {
    layout: readLayout(parseStoredJson(dashboard.position_json), () => `read-${(made += 1)}`),
    filters,
    crossFilters: crossFiltersOf(metadata),
  }
  return {
    extra: extraFormDataOf(reach, masks, chartId),
    hasColorScheme: colors.colorScheme !== null,
    hasLabelColors: Object.keys(dashboardColors({ label_colors: metadata['label_colors'] }).labelColors).length > 0,
    colors,
  }
}
