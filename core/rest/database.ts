import { parseJson } from './json.ts'

/** What of a database's settings is no matter of its connection. */
const OPEN = [
  'allows_virtual_table_explore',
  'cost_estimate_enabled',
  'disable_data_preview',
  'schemas_allowed_for_csv_upload',
  'schemas_allowed_for_file_upload',
  'version',
]

/** The settings that readers are told of; others may hold how a server is let in. */
export function openExtra(extra: string | null): string | null {
  if (extra === null) return null
  return JSON.stringify(Object.fromEntries(Object.entries(settingsOf(extra)).filter(([name]) => OPEN.includes(name))))
}

function settingsOf(extra: string): object {
  try {
    const value: unknown = parseJson(extra)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** What stands for a password in what the server sends. */
export const passwordMask = 'XXXXXXXXXX'
