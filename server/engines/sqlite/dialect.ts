import { ansi, foldAscii, timestampSqlText, textLiteral } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import { hexOf } from '../shared/bytes-text.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { functionNames, isCatalogue, classifyCall, FACET_FUNCTIONS } from './functions.ts'

/** Length of a text with milliseconds. SQLite would round more digits up, into the next day. */
const MILLIS = 23

/**
 * A stored time as SQLite reads it: a text, with or without a zone; or a number, which is a Julian day if it is small,
 * and seconds since 1970 otherwise (`auto`).
 */
const TIME = `CASE WHEN substr({col}, -6, 1) IN ('+', '-') THEN {col} ELSE substr({col}, 1, ${MILLIS}) END`

const FULL = '%Y-%m-%d %H:%M:%f'
const DAY = '%Y-%m-%d 00:00:00.000'

const strftimeSql = (format: string, ...modifiers: readonly string[]): string =>
  `strftime('${format}', ${[TIME, "'auto'", ...modifiers.map((each) => `'${each}'`)].join(', ')})`

const TRUNCATED: Readonly<Record<string, string>> = {
  second: strftimeSql('%Y-%m-%d %H:%M:%S.000'),
  minute: strftimeSql('%Y-%m-%d %H:%M:00.000'),
  hour: strftimeSql('%Y-%m-%d %H:00:00.000'),
  day: strftimeSql(DAY),
  week: strftimeSql(DAY, 'weekday 0', '-6 days'),
  month: strftimeSql('%Y-%m-01 00:00:00.000'),
  quarter: `(${strftimeSql('%Y-')} || printf('%02d', (${strftimeSql('%m')} - 1) / 3 * 3 + 1) || '-01 00:00:00.000')`,
  year: strftimeSql('%Y-01-01 00:00:00.000'),
}

const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
/** A Monday before all times: 0000-01-03 in seconds since 1970. */
const FIRST_MONDAY = -62_167_046_400

const bin = (count: number, unit: keyof typeof SECONDS): string => {
  const size = count * SECONDS[unit]
  const since = `(unixepoch(${TIME}, 'auto') - (${FIRST_MONDAY}))`
  return `strftime('${FULL}', ${since} / ${size} * ${size} + (${FIRST_MONDAY}), 'unixepoch')`
}

/** Returns a time as a text with milliseconds. */
export function timeText(epochMs: number): string {
  return timestampSqlText({ epochMs }).slice(0, MILLIS)
}

export const dialect: Dialect = {
  ...ansi,
  name: 'sqlite',
  // Only ASCII letters are compared without case.
  fold: foldAscii,
  quote: (name) => ansi.quote(name.replaceAll('\0', '')),
  // Numbered: a template may contain a value more than once.
  placeholder: (index) => `?${index}`,
  literal: (value) =>
    value !== null && typeof value === 'object' ? textLiteral(timeText(value.epochMs)) : ansi.literal(value),
  grains: grainTemplates({
    trunc: (unit) => TRUNCATED[unit] ?? '',
    bin,
    // The day before the first day of a week ends it; Sunday is 0.
    week: (weekStart) => strftimeSql(DAY, `weekday ${weekStart - 1}`, '-6 days'),
    weekEnds: { saturday: strftimeSql(DAY, 'weekday 6'), sunday: strftimeSql(DAY, 'weekday 0') },
  }),
  epoch: {
    epoch_s: `strftime('${FULL}', {col}, 'unixepoch')`,
    epoch_ms: `strftime('${FULL}', {col} / 1000.0, 'unixepoch')`,
  },
  parseTime: (pattern) =>
    pattern === null ? strftimeSql(FULL) : `${FACET_FUNCTIONS.parseTime}({col}, ${textLiteral(pattern)})`,
  epochMs: `round(unixepoch(${TIME}, 'auto', 'subsec') * 1000.0)`,
  wallClock: (zone) => `${FACET_FUNCTIONS.wallClock}(${strftimeSql(FULL)}, ${textLiteral(zone)})`,
  utcInstant: '{col}',
  addHours: (hours) => strftimeSql(FULL, `${hours} hours`),
  boundMoment: '{value}',
  timeBound: (column, instant) =>
    column.isText
      ? ansi.timeBound(column, instant)
      : { column: strftimeSql(FULL), template: '{value}', value: instant },
  comparisons: {
    integer: { digits: () => 'CAST({value} AS INTEGER)' },
    double: { digits: () => 'CAST({value} AS REAL)' },
    timestamp: { column: strftimeSql(FULL), value: `strftime('${FULL}', {value})` },
    date: { column: strftimeSql(DAY), value: `strftime('${DAY}', {value})` },
    bytes: { value: 'unhex({value})', read: hexOf },
  },
  opaqueText: 'CAST({col} AS TEXT)',
  toText: (expression) => `CAST(${expression} AS TEXT)`,
  sortsNullsLow: true,
  defaultSchema: () => 'main',
  classifyCall,
  functionNames,
  isCatalogue,
  supports: { subqueries: true, joins: true, groupingSets: false, rowKeys: false },
}
