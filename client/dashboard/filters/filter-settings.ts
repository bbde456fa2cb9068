import { filterType } from '#filters/index.ts'

/** The settings of a kind of filter at their defaults; those that were set before and mean the same keep their value. */
export function controlsWithDefaults(
  filterTypeName: string,
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const settings = filterType(filterTypeName)?.settings ?? []
  return Object.fromEntries(
    settings
      .filter(({ name, default: usual }) => before[name] !== undefined || usual !== undefined)
      .map(({ name, default: usual }) => [name, before[name] ?? usual]),
  )
}
