import { type DashboardColors, dashboardColors } from '#core/color/dashboard-colors.ts'
import { readLayout } from '#core/layout/read.ts'
import type { ExtraFormData } from '#core/mask/mask.ts'
import type { DashboardAnswer } from '#core/rest/answers.ts'
import { crossFiltersOf } from '#client/dashboard/state/cross-filter-scopes.ts'
import { allFeatures, allowedMasks, storedFilters } from '#client/dashboard/state/filter-features.ts'
import { parseObject, parseStored } from '#client/dashboard/state/info.ts'
import { extraFormDataOf, openedWith, type ScopeContext } from '#client/dashboard/state/masks.ts'
import { masksFromParam } from '#client/dashboard/state/url.ts'

/** What a chart opened from a dashboard has from it. */
export interface Inherited {
  /** What the filters that reach the chart add to its form. */
  readonly extra: ExtraFormData
  readonly hasColorScheme: boolean
  readonly hasLabelColors: boolean
  readonly colors: DashboardColors
}

/**
 * What a dashboard gives to one of its charts. `view` is the parameter `native_filters` of the address; without it each
 * filter has the value the dashboard opens with.
 */
export function inheritedFrom(
  dashboard: DashboardAnswer,
  chartId: number,
  view: string | null,
  features = allFeatures,
): Inherited {
  const metadata = parseObject(dashboard.json_metadata)
  const filters = storedFilters(metadata, features)
  const { masks } = openedWith(filters, allowedMasks(masksFromParam(view), features))
  const colors = dashboardColors(metadata)
  let made = 0
  const reach: ScopeContext = {
    layout: readLayout(parseStored(dashboard.position_json), () => `read-${(made += 1)}`),
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
