import { shiftedWeeks } from '#core/time/grains.ts'
import { ansi, textLiteral } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import { functionNames, isCatalogue, judge } from './functions.ts'

const trunc = (unit: string): string => `date_trunc('${unit}', {col})`
const bucket = (interval: string): string => `time_bucket(INTERVAL '${interval}', {col})`

/** Weeks that do not begin on Monday. */
const shiftedWeek = (weekStart: number): string => {
  const days = 8 - weekStart
  return `(date_trunc('week', {col} + INTERVAL ${days} DAY) - INTERVAL ${days} DAY)`
}

const MAX_DIGITS = 38

/** Returns the text as a decimal number with as many decimals as it has. */
function decimalOf(text: string): string {
  const decimals = Math.min(text.split('.')[1]?.length ?? 0, MAX_DIGITS)
  return `CAST({value} AS DECIMAL(${MAX_DIGITS}, ${decimals}))`
}

export const dialect: Dialect = {
  ...ansi,
  name: 'duckdb',
  placeholder: (index) => `$${index}`,
  // Clients use both codes of half an hour and of a quarter.
  grains: {
    PT1S: trunc('second'),
    PT5S: bucket('5 seconds'),
    PT30S: bucket('30 seconds'),
    PT1M: trunc('minute'),
    PT5M: bucket('5 minutes'),
    PT10M: bucket('10 minutes'),
    PT15M: bucket('15 minutes'),
    PT30M: bucket('30 minutes'),
    'PT0.5H': bucket('30 minutes'),
    PT1H: trunc('hour'),
    PT6H: bucket('6 hours'),
    P1D: trunc('day'),
    P7D: bucket('7 days'),
    P1W: trunc('week'),
    P1M: trunc('month'),
    P3M: trunc('quarter'),
    'P0.25Y': trunc('quarter'),
    P1Y: trunc('year'),
    ...Object.fromEntries(shiftedWeeks.map(([code, weekStart]) => [code, shiftedWeek(weekStart)])),
    '1969-12-29T00:00:00Z/P1W': trunc('week'),
    'P1W/1970-01-03T00:00:00Z': "(date_trunc('week', {col} + INTERVAL 1 DAY) + INTERVAL 5 DAY)",
    'P1W/1970-01-04T00:00:00Z': "(date_trunc('week', {col}) + INTERVAL 6 DAY)",
  },
  epoch: {
    epoch_s: 'make_timestamp(CAST({col} AS BIGINT) * 1000000)',
    epoch_ms: 'make_timestamp(CAST({col} AS BIGINT) * 1000)',
  },
  parseTime: (pattern) =>
    pattern === null ? 'TRY_CAST({col} AS TIMESTAMP)' : `try_strptime({col}, ${textLiteral(pattern)})`,
  comparisons: {
    ...ansi.comparisons,
    // A text would be converted to the type of the column, and rounded to its digits.
    decimal: { digits: decimalOf },
    unsigned128: { value: 'TRY_CAST({value} AS UHUGEINT)' },
    nested: { column: 'CAST(to_json({col}) AS VARCHAR)' },
    bytes: { column: 'CAST({col} AS VARCHAR)' },
    other: { column: 'CAST({col} AS VARCHAR)' },
  },
  ilike: (left, right) => `${left} ILIKE ${right}`,
  defaultSchema: () => 'main',
  ownSchema: 'main',
  countsAtOnce: true,
  judge,
  functionNames,
  isCatalogue,
}
