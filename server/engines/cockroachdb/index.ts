import { textLiteral } from '../ansi.ts'
import type { Dialect, Engine } from '../engine.ts'
import { compatibleEngine, postgresql } from '../postgres/index.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { variantOf } from '../shared/engine-variant.ts'

const { dialect: base } = postgresql

const PORT = 26_257
/** A Monday. */
const FIRST = "TIMESTAMP '2000-01-03 00:00:00'"
const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

const wall = 'CAST({col} AS TIMESTAMP)'
const trunc = (unit: string, at = wall): string => `date_trunc('${unit}', ${at})`

/** Returns weeks that begin some days before Monday. */
const week = (weekStart: number): string => {
  const days = `INTERVAL '${8 - weekStart} days'`
  return `(${trunc('week', `${wall} + ${days}`)} - ${days})`
}

/** Returns the beginning of an interval; the server has no `date_bin`. */
function bin(count: number, unit: keyof typeof SECONDS): string {
  const length = count * SECONDS[unit]
  const intervals = `FLOOR(EXTRACT(EPOCH FROM (${wall} - ${FIRST})) / ${length})`
  return `(${FIRST} + ${intervals} * INTERVAL '${length} seconds')`
}

/** The dialect of CockroachDB: no grouping sets, nulls before all values, and names of any length. */
export const cockroachDialect: Dialect = {
  ...base,
  name: 'cockroachdb',
  grains: grainTemplates({
    trunc,
    bin,
    week,
    weekEnds: {
      saturday: `(${trunc('week', `${wall} + INTERVAL '1 day'`)} + INTERVAL '5 days')`,
      sunday: `(${trunc('week')} + INTERVAL '6 days')`,
    },
  }),
  parseTime: (pattern) =>
    pattern === null
      ? base.parseTime(pattern)
      : `CAST(experimental_strptime(NULLIF({col}, ''), ${textLiteral(pattern)}) AS TIMESTAMP)`,
  masks: { ...base.masks, hash: "sha256('{key}' || {col})" },
  sortsNullsLow: true,
  supports: { subqueries: true, joins: true, groupingSets: false, rowKeys: false },
  isCatalogue: (table) => table.schema === 'crdb_internal' || base.isCatalogue(table),
}

/** `b'\''` is a text of bytes with a quote there, and an open text in PostgreSQL. */
function ambiguityIn(text: string): number {
  return /(?<!\w)b'/i.test(text) ? text.indexOf('\\') : -1
}

/** CockroachDB, which has the protocol of PostgreSQL. */
export const cockroachdb: Engine = variantOf(
  compatibleEngine({
    dialect: cockroachDialect,
    cancellation: {
      id: "current_setting('session_id')",
      statement: 'CANCEL QUERIES IF EXISTS (SELECT query_id FROM [SHOW CLUSTER QUERIES] WHERE session_id = $1)',
    },
    absentSettings: [],
    ambiguityIn,
  }),
  { name: 'cockroachdb', label: 'CockroachDB', port: PORT },
)
