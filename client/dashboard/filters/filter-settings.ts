import { filterType } from '#filters/index.ts'

/** Returns the default settings of a filter type; previous settings with the same meaning keep their value. */
export function controlsWithDefaults(
  filterTypeName: string,
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const settings = filterType(filterTypeName)?.settings ?? []
  return Object.fromEntries(
    settings
      .filter(({ name, default: defaultValue }) => before[name] !== undefined || defaultValue !== undefined)
      .map(({ name, default: defaultValue }) => [name, before[name] ?? defaultValue]),
  )
}
