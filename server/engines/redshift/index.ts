import { ansi } from '../ansi.ts'
import type { Dialect, Engine } from '../engine.ts'
import { compatibleEngine, postgresql, PROCESS_CANCELLATION } from '../postgres/index.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { variantOf } from '../shared/engine-variant.ts'

const { dialect: base } = postgresql

const PORT = 5439
/** A Monday. */
const FIRST = "TIMESTAMP '2000-01-03 00:00:00'"
const EPOCH = "TIMESTAMP '1970-01-01 00:00:00'"
const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

const wall = 'CAST({col} AS TIMESTAMP)'
const trunc = (unit: string, at = wall): string => `DATE_TRUNC('${unit}', ${at})`
const days = (count: number, from: string): string => `DATEADD(day, ${count}, ${from})`

/** Returns the beginning of an interval; the server has no `date_bin`. */
function bin(count: number, unit: keyof typeof SECONDS): string {
  const length = count * SECONDS[unit]
  const intervals = `FLOOR(DATEDIFF(second, ${FIRST}, ${wall}) / ${length}.0)`
  return `DATEADD(second, CAST(${intervals} AS BIGINT) * ${length}, ${FIRST})`
}

/** System tables and views, which are found without a schema. */
const SYSTEM_TABLE = /^(?:stl|stv|svl|svv|svcs|sys)_/

/**
 * The dialect of Redshift. A backslash escapes in texts, names are compared ignoring case, TEXT has 256 bytes, NUMERIC
 * without a size has no decimals, and the average of integers is an integer.
 */
export const redshiftDialect: Dialect = {
  ...base,
  name: 'redshift',
  fold: (name) => base.fold(name.toLowerCase()),
  literal: (value) => (typeof value === 'string' ? ansi.literal(value.replaceAll('\\', '\\\\')) : ansi.literal(value)),
  placeholder: (index, value) =>
    typeof value === 'number' && !Number.isSafeInteger(value)
      ? `$${index}::double precision`
      : base.placeholder(index, value),
  grains: grainTemplates({
    trunc,
    bin,
    week: (weekStart) => days(weekStart - 8, trunc('week', days(8 - weekStart, wall))),
    weekEnds: { saturday: days(5, trunc('week', days(1, wall))), sunday: days(6, trunc('week')) },
  }),
  epoch: {
    epoch_s: `(${EPOCH} + {col} * INTERVAL '1 second')`,
    epoch_ms: `(${EPOCH} + (CAST({col} AS DOUBLE PRECISION) / 1000) * INTERVAL '1 second')`,
  },
  epochMs: `(CAST(DATEDIFF(microsecond, ${EPOCH}, {col}) AS DOUBLE PRECISION) / 1000)`,
  addHours: (hours) => `DATEADD(hour, ${hours}, {col})`,
  nullSafeEqual: '({left} = {right} OR ({left} IS NULL AND {right} IS NULL))',
  average: 'AVG(CAST({col} AS DOUBLE PRECISION))',
  toText: (expression) => `CAST(${expression} AS VARCHAR(65535))`,
  opaqueText: 'JSON_SERIALIZE({col})',
  comparisons: {
    ...ansi.comparisons,
    bytes: { ...base.comparisons.bytes, value: 'FROM_HEX({value})' },
    opaque: { column: 'JSON_SERIALIZE({col})' },
  },
  masks: { ...base.masks, hash: "SHA2('{key}' || {col}, 256)" },
  supports: { ...base.supports, rowKeys: false },
  isCatalogue: ({ schema, name }) => {
    const folded = { schema: schema?.toLowerCase() ?? null, name: name.toLowerCase() }
    return (folded.schema === null && SYSTEM_TABLE.test(folded.name)) || base.isCatalogue(folded)
  },
}

/** Amazon Redshift, which has the protocol of PostgreSQL. */
export const redshift: Engine = variantOf(
  compatibleEngine({
    dialect: redshiftDialect,
    cancellation: PROCESS_CANCELLATION,
    absentSettings: ['intervalstyle', 'bytea_output', 'standard_conforming_strings'],
    ambiguityIn: (text) => text.indexOf('\\'),
  }),
  { name: 'redshift', label: 'Amazon Redshift', port: PORT },
)
