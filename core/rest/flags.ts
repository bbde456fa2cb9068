/** A feature flag: its default and its effect. */
export interface Flag {
  readonly default: boolean
  readonly effect: string
}

/** The effect text of a flag that is only known by name; a test checks that no code uses it. */
export const WITHOUT_EFFECT = 'None; accepted for compatibility.'

/** The feature flags, by the names that deployers know. */
export const flags = {
  DISABLE_LEGACY_DATASOURCE_EDITOR: {
    default: true,
    effect: 'Hides the legacy-editor button of the dataset dialog.',
  },
  DYNAMIC_PLUGINS: {
    default: false,
    effect: 'Lets browsers load the chart plug-ins that an administrator has registered.',
  },
  DASHBOARD_NATIVE_FILTERS: {
    default: true,
    effect:
      'Shows native filters and their dialog; without it, filters have no effect, and stored filters are retained.',
  },
  DASHBOARD_CROSS_FILTERS: {
    default: true,
    effect: 'Lets a click on a chart filter the other charts; without it, cross-filters in links have no effect.',
  },
  DASHBOARD_FILTERS_EXPERIMENTAL: { default: true, effect: 'The older name of `DASHBOARD_NATIVE_FILTERS_SET`.' },
  DASHBOARD_NATIVE_FILTERS_SET: { default: true, effect: 'Offers filter sets of dashboards.' },
  ENABLE_DND_WITH_CLICK_UX: { default: true, effect: WITHOUT_EFFECT },
  DASHBOARD_RBAC: {
    default: true,
    effect:
      'Shows published dashboards that have roles, and the data of their charts, to those roles. After an upgrade from a version where the default was off, it stays off until it is set.',
  },
  UX_BETA: { default: false, effect: WITHOUT_EFFECT },
  USE_ANALAGOUS_COLORS: { default: false, effect: WITHOUT_EFFECT },
  ENABLE_ADVANCED_DATA_TYPES: { default: true, effect: 'Offers advanced data types of columns in filters.' },
  EMBEDDED_SUPERSET: { default: false, effect: 'Accepts guest tokens, with which other sites read dashboards.' },
  GLOBAL_ASYNC_QUERIES: { default: false, effect: 'Runs chart queries as background jobs.' },
  ENABLE_TEMPLATE_PROCESSING: { default: true, effect: 'Expands templates in SQL.' },
  CLIENT_CACHE: { default: false, effect: 'Requests legacy chart data by GET, so that browsers can cache it.' },
} as const satisfies Readonly<Record<string, Flag>>

export type FlagName = keyof typeof flags

/** Every known flag, and any other flags that are set. */
export type Flags = Readonly<Record<FlagName, boolean>> & Readonly<Record<string, boolean>>

/** Some flags by name, such as those that an operator has set. */
export type SomeFlags = Readonly<Record<string, boolean>>

const filterSets: readonly FlagName[] = ['DASHBOARD_FILTERS_EXPERIMENTAL', 'DASHBOARD_NATIVE_FILTERS_SET']

/**
 * Resolves the flags: defaults, then the JSON object of `FACET_FEATURES`, then each `FACET_FEATURE_<NAME>`. Filter sets
 * have two flags: if one is set, the other follows; if they differ, both are on. Invalid values are reported in
 * `problems` and ignored.
 */
export function resolveFlags(environment: Readonly<Record<string, string | undefined>>): {
  readonly flags: Flags
  /** The flags that the environment sets. */
  readonly given: SomeFlags
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const set: Record<string, boolean> = readJson(environment['FACET_FEATURES'], problems)
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(prefix) || text === undefined || text === '') continue
    const value = parseSwitch(text)
    if (value === undefined) problems.push(`${name} must be true or false, not ${text}`)
    else set[name.slice(prefix.length)] = value
  }
  const named = filterSets.map((name) => set[name]).filter((value) => value !== undefined)
  if (named.length > 0) for (const name of filterSets) set[name] = named.includes(true)
  const defaults = Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, flag.default]))
  return { flags: { ...defaults, ...set } as Flags, given: set, problems }
}

const prefix = 'FACET_FEATURE_'

function readJson(text: string | undefined, problems: string[]): Record<string, boolean> {
  if (text === undefined || text.trim() === '') return {}
  const read: Record<string, boolean> = {}
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push('FACET_FEATURES must be a JSON object of flags, such as {"UX_BETA":true}')
    return read
  }
  for (const [name, each] of Object.entries(value)) {
    if (typeof each === 'boolean') read[name] = each
    else problems.push(`FACET_FEATURES: ${name} must be true or false`)
  }
  return read
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseSwitch(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (['true', '1', 'on', 'yes'].includes(word)) return true
  return ['false', '0', 'off', 'no'].includes(word) ? false : undefined
}
