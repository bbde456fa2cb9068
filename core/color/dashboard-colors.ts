import { parseColor } from './rgb.ts'

/** The colour settings that a dashboard applies to its charts. */
export interface DashboardColors {
  /** Id of the scheme that replaces the scheme of each chart; null keeps the charts' own schemes. */
  readonly colorScheme: string | null
  /** Colours by label: set by hand, otherwise fixed for labels that several charts share. */
  readonly labelColors: Readonly<Record<string, string>>
  /** The colours of the scheme when the dashboard was saved. They replace a scheme with an unknown id. */
  readonly colorDomain?: readonly string[]
}

/** Settings of a dashboard that overrides no colours. */
export const noDashboardColors: DashboardColors = { colorScheme: null, labelColors: {} }

/**
 * Reads the colour settings from the metadata of a dashboard: `color_scheme` with its colours, and `label_colors`,
 * which take precedence over `shared_label_colors` (`map_label_colors` in newer dashboards).
 */
export function dashboardColors(metadata: Readonly<Record<string, unknown>>): DashboardColors {
  const { color_scheme: scheme, color_scheme_domain: domain } = metadata
  const remaining = Array.isArray(domain) ? domain.filter((each) => typeof each === 'string' && parseColor(each)) : []
  return {
    colorScheme: typeof scheme === 'string' && scheme !== '' ? scheme : null,
    labelColors: {
      ...textsOf(metadata['shared_label_colors']),
      ...textsOf(metadata['map_label_colors']),
      ...textsOf(metadata['label_colors']),
    },
    ...(remaining.length > 0 ? { colorDomain: remaining as readonly string[] } : {}),
  }
}

/** Newer dashboards store a list of labels, without colours, in `shared_label_colors`; it is ignored. */
function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
