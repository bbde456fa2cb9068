import type { ChartMeta } from '#charts/chart.ts'
import type { DataRequirement, DimensionRequirement, MetricRequirement } from '#charts/data-requirement.ts'

interface OlderDimensionRequirement extends DimensionRequirement {
  readonly least?: number
  readonly most?: number
}

interface OlderMetricRequirement extends Omit<MetricRequirement, 'default'> {
  readonly default?: MetricRequirement['default']
  readonly usual?: MetricRequirement['default']
  readonly most?: number
}

interface OlderRequirement extends Omit<DataRequirement, 'rank' | 'title' | 'dimensions' | 'metrics'> {
  readonly rank?: number
  readonly place?: number
  readonly title?: DataRequirement['title']
  readonly says?: DataRequirement['title']
  readonly also?: DataRequirement['controlValues']
  readonly dimensions?: readonly OlderDimensionRequirement[]
  readonly metrics?: readonly OlderMetricRequirement[]
}

/** The older names of metadata in contract 1. */
export interface OlderMetadata {
  readonly suits?: readonly OlderRequirement[]
  readonly isAtHand?: true
  readonly spreads?: true
  readonly alsoCalled?: readonly string[]
}

/** Older names of members, by their current names. */
const METADATA = { dataRequirements: 'suits', isQuickChoice: 'isAtHand', isPivoted: 'spreads', synonyms: 'alsoCalled' }
const REQUIREMENT = { rank: 'place', title: 'says', controlValues: 'also' }
const FIELDS = { minCount: 'least', maxCount: 'most', default: 'usual' }

type Members = Readonly<Record<string, unknown>>

/** Returns an object with current names; a member that has its current name already wins over the older one. */
function withCurrentNames(described: object, olderNames: Readonly<Record<string, string>>): Members {
  const members = described as Members
  const older = new Set(Object.values(olderNames))
  const renamed = Object.entries(olderNames).flatMap(([name, olderName]) =>
    members[olderName] === undefined ? [] : [[name, members[olderName]] as const],
  )
  const current = Object.entries(members).filter(([name]) => !older.has(name))
  return Object.fromEntries([...renamed, ...current])
}

function currentRequirement(described: object): Members {
  const requirement = withCurrentNames(described, REQUIREMENT)
  const lists = (['dimensions', 'metrics'] as const).flatMap((name) => {
    const fields = requirement[name]
    return Array.isArray(fields) ? [[name, fields.map((each: object) => withCurrentNames(each, FIELDS))] as const] : []
  })
  return { ...requirement, ...Object.fromEntries(lists) }
}

/** Returns the metadata of a plug-in under current names. */
export function currentMetadata<M extends Partial<ChartMeta>>(meta: M & OlderMetadata): Omit<M, keyof OlderMetadata> {
  const { dataRequirements, ...current } = withCurrentNames(meta, METADATA)
  const requirements = Array.isArray(dataRequirements)
    ? { dataRequirements: dataRequirements.map((each: object) => currentRequirement(each)) }
    : {}
  return { ...current, ...requirements } as unknown as Omit<M, keyof OlderMetadata>
}
