import type { FilterConfig } from '../filter-type.ts'

/** The column a filter narrows, or undefined for filters without one. */
export function targetColumn(config: FilterConfig): string | undefined {
  return config.targets?.[0]?.column?.name
}

/** A setting of the filter, true only when it is true. */
export function isOn(config: FilterConfig, setting: string): boolean {
  return config.controlValues?.[setting] === true
}
