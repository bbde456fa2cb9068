import { session } from '#client/session/session.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { isCrossFilter } from './masks.ts'

/** The filter features of dashboards. An operator can turn them off; stored data are retained. */
export interface FilterFeatures {
  readonly hasNativeFilters: boolean
  readonly hasCrossFilters: boolean
}

export const allFeatures: FilterFeatures = { hasNativeFilters: true, hasCrossFilters: true }

/** Returns the enabled filter features. */
export function filterFeatures(): FilterFeatures {
  const { flags } = session()
  return { hasNativeFilters: flags.DASHBOARD_NATIVE_FILTERS, hasCrossFilters: flags.DASHBOARD_CROSS_FILTERS }
}

/** Returns the filters stored in metadata; empty if native filters are off. */
export function storedFilters(
  metadata: Readonly<Record<string, unknown>>,
  { hasNativeFilters }: FilterFeatures,
): readonly FilterConfig[] {
  const stored = metadata['native_filter_configuration']
  return hasNativeFilters && Array.isArray(stored) ? (stored as readonly FilterConfig[]) : []
}

type FeatureFlags = Readonly<Record<string, unknown>>

/** Returns the masks of enabled features only, so that no page is filtered by something the user cannot remove. */
export function allowedMasks(masks: FeatureFlags, { hasCrossFilters }: FilterFeatures): FeatureFlags {
  return hasCrossFilters ? masks : Object.fromEntries(Object.entries(masks).filter(([id]) => !isCrossFilter(id)))
}
