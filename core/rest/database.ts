import { parseJson } from './json.ts'

/** Settings of a database that do not concern its connection. */
export const readableSettings: readonly string[] = [
  'allows_virtual_table_explore',
  'cost_estimate_enabled',
  'disable_data_preview',
  'schemas_allowed_for_csv_upload',
  'schemas_allowed_for_file_upload',
  'version',
]

/** Returns the settings that readers may see; the others may contain credentials. */
export function readableExtra(extra: string | null): string | null {
  if (extra === null) return null
  return JSON.stringify(
    Object.fromEntries(Object.entries(settingsOf(extra)).filter(([name]) => readableSettings.includes(name))),
  )
}

function settingsOf(extra: string): object {
  try {
    const value: unknown = parseJson(extra)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The mask that the server sends instead of a password. */
export const passwordMask = 'XXXXXXXXXX'
