import { parseJson } from './json.ts'

/** Slugs that are URLs of the application. */
export const reservedSlugs = ['list', 'new', 'p'] as const

/**
 * Returns a slug as stored: trimmed, spaces replaced by `-`, other characters than letters, digits, `_` and `-`
 * removed.
 */
export function cleanSlug(text: string): string {
  return text
    .trim()
    .replaceAll(' ', '-')
    .replace(/[^\p{L}\p{N}_-]/gu, '')
}

/** Metadata of a dashboard, the object in the JSON text `json_metadata`. Unknown keys are preserved. */
export interface DashboardMetadata {
  /** JSON text of preselected filter-box values. */
  readonly default_filters?: string
  readonly shared_label_colors?: unknown
  readonly label_colors?: Readonly<Record<string, string>>
  readonly filter_scopes?: Readonly<Record<string, unknown>>
  readonly native_filter_configuration?: readonly Record<string, unknown>[]
  readonly show_native_filters?: boolean
  readonly chart_configuration?: Readonly<Record<string, unknown>>
  /** Ids of charts with an expanded description. */
  readonly expanded_slices?: Readonly<Record<string, boolean>>
  /** Seconds between refreshes; 0 is never. */
  readonly refresh_frequency?: number
  readonly timed_refresh_immune_slices?: readonly number[]
  readonly color_namespace?: string | null
  readonly color_scheme?: string
  readonly [key: string]: unknown
}

/** Returns the metadata object of a JSON text; empty if the text is not an object. */
export function readMetadata(json: string | null | undefined): DashboardMetadata {
  try {
    const value: unknown = parseJson(json ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DashboardMetadata) : {}
  } catch {
    return {}
  }
}
