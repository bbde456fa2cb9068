import { createHash } from 'node:crypto'
import { ansi } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { hexOf } from '../shared/bytes-text.ts'
import { functionNames, isCatalogue, classifyCall, BUILT_IN_SCHEMA } from './functions.ts'
import { arrayText } from './array-text.ts'

/** Maximum size of a name in bytes; the server truncates longer ones, and two labels may then be equal. */
const NAME_BYTES = 63
const HASH_CHARACTERS = 10

// A timestamp without zone, so that a DATE and a TIMESTAMPTZ, read in UTC, have the same buckets.
const wall = 'CAST({col} AS TIMESTAMP)'
const trunc = (unit: string): string => `date_trunc('${unit}', ${wall})`
// Counted from a Monday, like weeks.
const bin = (count: number, unit: string): string => `date_bin('${count} ${unit}', ${wall}, TIMESTAMP '2000-01-03')`

/** Weeks that do not begin on Monday. */
const shiftedWeek = (weekStart: number): string => {
  const days = `INTERVAL '${8 - weekStart} days'`
  return `(date_trunc('week', ${wall} + ${days}) - ${days})`
}

/** Returns a unique name that the server does not truncate. */
function shortenName(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARACTERS)
  return `${truncateBytes(name, NAME_BYTES - HASH_CHARACTERS - 1)}_${hash}`
}

function truncateBytes(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name
  let stored = ''
  for (const character of name) {
    if (Buffer.byteLength(stored + character) > bytes) break
    stored += character
  }
  return stored
}

/** Zones whose names the server reads as abbreviations of fixed offsets. */
const ZONES_OF_ABBREVIATIONS: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  MET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  WET: 'Europe/Lisbon',
}

const strftime: Readonly<Record<string, string>> = {
  Y: 'YYYY',
  y: 'YY',
  m: 'MM',
  d: 'DD',
  H: 'HH24',
  I: 'HH12',
  M: 'MI',
  S: 'SS',
  f: 'US',
  p: 'AM',
  b: 'Mon',
  B: 'FMMonth',
  a: 'Dy',
  A: 'FMDay',
  j: 'DDD',
  '%': '"%"',
}

/** Returns a strftime pattern for `to_timestamp`; text between the directives is quoted. */
function timePattern(pattern: string): string {
  return pattern.replace(/%(.)|([^%]+)|%$/g, (all, directive: string | undefined, between: string | undefined) => {
    if (directive !== undefined) return strftime[directive] ?? `"${all}"`
    return between === undefined ? '"%"' : `"${between.replace(/["\\]/g, '\\$&')}"`
  })
}

export const dialect: Dialect = {
  ...ansi,
  name: 'postgresql',
  // An empty name is invalid.
  quote: (name) => ansi.quote(shortenName(name.replaceAll('\0', '')) || '?column?'),
  // The parser has already lower-cased unquoted names.
  fold: (name) => truncateBytes(name, NAME_BYTES),
  ruleFence: 'condition',
  masks: {
    ...ansi.masks,
    hash: "encode(sha256(convert_to('{key}' || {col}, 'UTF8')), 'hex')",
  },
  // Numbers need their type: without one an integer column could not be compared with a fraction.
  placeholder: (index, value) => {
    if (typeof value === 'number') return `$${index}::${Number.isSafeInteger(value) ? 'bigint' : 'numeric'}`
    return typeof value === 'boolean' ? `$${index}::boolean` : `$${index}`
  },
  grains: grainTemplates({
    trunc,
    bin,
    week: shiftedWeek,
    weekEnds: {
      saturday: `(date_trunc('week', ${wall} + INTERVAL '1 day') + INTERVAL '5 days')`,
      sunday: `(date_trunc('week', ${wall}) + INTERVAL '6 days')`,
    },
  }),
  epoch: {
    epoch_s: "(TIMESTAMP '1970-01-01 00:00:00' + {col} * INTERVAL '1 second')",
    epoch_ms: "(TIMESTAMP '1970-01-01 00:00:00' + {col} * INTERVAL '1 millisecond')",
  },
  parseTime: (pattern) =>
    pattern === null
      ? "CAST(NULLIF({col}, '') AS TIMESTAMP)"
      : `CAST(to_timestamp(NULLIF({col}, ''), ${ansi.literal(timePattern(pattern))}) AS TIMESTAMP)`,
  wallClock: (zone) => ansi.wallClock(ZONES_OF_ABBREVIATIONS[zone.toUpperCase()] ?? zone),
  addHours: (hours) => `({col} + INTERVAL '${hours} hours')`,
  supports: { ...ansi.supports, rowKeys: true },
  comparisons: {
    ...ansi.comparisons,
    list: { read: arrayText },
    bytes: { value: "decode({value}, 'hex')", read: hexOf },
    opaque: { column: 'CAST({col} AS TEXT)' },
  },
  opaqueText: 'CAST({col} AS TEXT)',
  ilike: (left, right) => `${left} ILIKE ${right}`,
  toText: (expression) => `CAST(${expression} AS TEXT)`,
  identifierLimit: NAME_BYTES,
  ownSchema: BUILT_IN_SCHEMA,
  classifyCall,
  functionNames,
  isCatalogue,
}
