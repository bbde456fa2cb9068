import type { Dialect } from '../engine.ts'
import type { PlanStep } from '../query-plan.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { dialect } from './dialect.ts'
import { isCatalogue, SYSTEM_SCHEMAS } from './functions.ts'
import { type MysqlServer, STATEMENT_SECONDS } from './server.ts'

/** The SQL in which distributed databases with the protocol of MySQL differ. */
export interface DistributedSql {
  readonly name: string
  /** The type of a timestamp with microseconds. */
  readonly timestamp: string
  readonly epoch: Dialect['epoch']
  readonly epochMs: string
  /** Schemas of the server besides those of MySQL, folded. */
  readonly systemSchemas: readonly string[]
}

const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
/** A Monday before all times of the server. */
const FIRST = "CAST('0001-01-01' AS DATE)"
const WEEK_DAYS = 7
const MAX_DIGITS = 38

/** Returns the dialect of a server that has no literals of timestamps, no SIGNED, and 32 bits for seconds. */
function dialectOf({ name, timestamp, epoch, epochMs, systemSchemas }: DistributedSql): Dialect {
  const trunc = (unit: string): string => `DATE_TRUNC('${unit}', CAST({col} AS ${timestamp}))`
  const day = trunc('day')
  const bin = (count: number, unit: keyof typeof SECONDS): string => {
    const length = count * SECONDS[unit]
    if (length === WEEK_DAYS * SECONDS.days) return week(0, 0)
    // Each of these intervals divides a day.
    return `DATE_ADD(${day}, INTERVAL (FLOOR(TIMESTAMPDIFF(SECOND, ${day}, CAST({col} AS ${timestamp})) / ${length}) * ${length}) SECOND)`
  }
  const week = (before: number, after: number): string =>
    `CAST(DATE_ADD(${FIRST}, INTERVAL (FLOOR((DATEDIFF({col}, ${FIRST}) + ${before}) / 7) * 7 + ${after}) DAY) AS ${timestamp})`
  return {
    ...dialect,
    name,
    grains: grainTemplates({
      trunc,
      bin,
      week: (weekStart) => week(8 - weekStart, weekStart - 8),
      weekEnds: { saturday: week(1, 5), sunday: week(0, 6) },
    }),
    placeholder: (_, value) => (typeof value === 'number' && Number.isSafeInteger(value) ? 'CAST(? AS BIGINT)' : '?'),
    literal: (value) =>
      value !== null && typeof value === 'object'
        ? dialect.literal(value).replace(/^TIMESTAMP ('.*')$/, `CAST($1 AS ${timestamp})`)
        : dialect.literal(value),
    epoch,
    epochMs,
    parseTime: (pattern) => dialect.parseTime(pattern).replaceAll('DATETIME(6)', timestamp),
    addHours: (hours) => `DATE_ADD({col}, INTERVAL ${hours} HOUR)`,
    boundMoment: `CAST({value} AS ${timestamp})`,
    comparisons: {
      ...dialect.comparisons,
      integer: { digits: () => 'CAST({value} AS LARGEINT)' },
      decimal: { digits: decimalOf },
      opaque: { column: 'CAST({col} AS STRING)' },
    },
    opaqueText: 'CAST({col} AS STRING)',
    toText: (expression) => `CAST(${expression} AS STRING)`,
    isCatalogue: (table) => isCatalogue(table) || (table.schema !== null && systemSchemas.includes(table.schema)),
  }
}

function decimalOf(text: string): string {
  const decimals = Math.min(text.split('.')[1]?.length ?? 0, MAX_DIGITS)
  return `CAST({value} AS DECIMAL(${MAX_DIGITS}, ${decimals}))`
}

/** Returns such a server. It has no read-only sessions. */
export function distributedServer(sql: DistributedSql): MysqlServer {
  return {
    dialect: dialectOf(sql),
    settings: () => ["SET sql_mode = ''", "SET time_zone = '+00:00'", `SET query_timeout = ${STATEMENT_SECONDS}`],
    identity: null,
    describesPrepared: false,
    explainWords: 'EXPLAIN',
    parsePlan: parseFragments,
    hasCatalogs: true,
    hasSettingHints: true,
    systemSchemas: [...SYSTEM_SCHEMAS, ...sql.systemSchemas],
  }
}

/** Parses a plan of fragments, each a list of numbered steps with lines that describe them. */
export function parseFragments(text: string): PlanStep {
  const fragments: {
    name: string
    detail: string[]
    children: { name: string; detail: string[]; rows: number | null }[]
  }[] = []
  const root: string[] = []
  for (const line of text.split('\n')) {
    const bare = line.replace(/^[\s|+-]+/, '').trimEnd()
    const fragment = fragments.at(-1)
    const step = fragment?.children.at(-1)
    const rows = /^cardinality[:=]\s*(\d+)$/.exec(bare)?.[1]
    if (bare === '') continue
    if (/^PLAN FRAGMENT \d+/.test(bare)) fragments.push({ name: bare, detail: [], children: [] })
    else if (fragment && /^\d+:\w/.test(bare)) fragment.children.push({ name: bare, detail: [], rows: null })
    else if (step && rows !== undefined) step.rows = Number(rows)
    else (step?.detail ?? fragment?.detail ?? root).push(bare)
  }
  return {
    name: 'plan',
    detail: root.join('\n'),
    cost: null,
    rows: null,
    children: fragments.map(({ name, detail, children }) => ({
      name,
      detail: detail.join('\n'),
      cost: null,
      rows: null,
      children: children.map((each) => ({ ...each, detail: each.detail.join('\n'), cost: null, children: [] })),
    })),
  }
}
