import { parseColor } from './rgb.ts'

/** What a dashboard decides of the colours of its charts. */
export interface DashboardColors {
  /** Id of the scheme in place of that of each chart; null leaves the charts their own. */
  readonly colorScheme: string | null
  /** Colours by label: what was set by hand, else what was frozen for labels that several charts share. */
  readonly labelColors: Readonly<Record<string, string>>
  /** The colours of the scheme when the dashboard was saved: they stand in for a scheme that is not known here. */
  readonly colorDomain?: readonly string[]
}

/** Nothing is decided. */
export const noDashboardColors: DashboardColors = { colorScheme: null, labelColors: {} }

/**
 * What the metadata of a dashboard decides: `color_scheme` with its colours, and `label_colors` over `shared_label_colors`,
 * which newer dashboards keep as `map_label_colors`.
 */
export function dashboardColors(metadata: Readonly<Record<string, unknown>>): DashboardColors {
  const { color_scheme: scheme, color_scheme_domain: domain } = metadata
  const kept = Array.isArray(domain) ? domain.filter((each) => typeof each === 'string' && parseColor(each)) : []
  return {
    colorScheme: typeof scheme === 'string' && scheme !== '' ? scheme : null,
    labelColors: {
      ...textsOf(metadata['shared_label_colors']),
      ...textsOf(metadata['map_label_colors']),
      ...textsOf(metadata['label_colors']),
    },
    ...(kept.length > 0 ? { colorDomain: kept as readonly string[] } : {}),
  }
}

/** Newer dashboards keep a list of labels as `shared_label_colors`: it names no colours. */
function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
