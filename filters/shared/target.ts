import type { FilterConfig } from '../filter-type.ts'

/** Returns the column of a filter, or undefined for filters without one. */
export function targetColumn(config: FilterConfig): string | undefined {
  return config.targets?.[0]?.column?.name
}

/** True if a setting of the filter is exactly `true`. */
export function isSettingOn(config: FilterConfig, setting: string): boolean {
  return config.controlValues?.[setting] === true
}
