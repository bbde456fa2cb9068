import { session } from '#client/session/session.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { isCrossFilter } from './masks.ts'

/** The kinds of filters that dashboards have here: an operator may switch them off. What is stored of them is kept. */
export interface FilterFeatures {
  readonly hasNativeFilters: boolean
  readonly hasCrossFilters: boolean
}

export const allFeatures: FilterFeatures = { hasNativeFilters: true, hasCrossFilters: true }

/** Those that are switched on. */
export function filterFeatures(): FilterFeatures {
  const { flags } = session()
  return { hasNativeFilters: flags.DASHBOARD_NATIVE_FILTERS, hasCrossFilters: flags.DASHBOARD_CROSS_FILTERS }
}

/** The filters that metadata hold; none where there are none here. */
export function storedFilters(
  metadata: Readonly<Record<string, unknown>>,
  { hasNativeFilters }: FilterFeatures,
): readonly FilterConfig[] {
  const stored = metadata['native_filter_configuration']
  return hasNativeFilters && Array.isArray(stored) ? (stored as readonly FilterConfig[]) : []
}

type Given = Readonly<Record<string, unknown>>

/** Masks without those of kinds that are not here: nothing narrows a page that nobody could take away. */
export function allowedMasks(masks: Given, { hasCrossFilters }: FilterFeatures): Given {
  return hasCrossFilters ? masks : Object.fromEntries(Object.entries(masks).filter(([id]) => !isCrossFilter(id)))
}
