import { ansi, textLiteral } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { functionNames, isCatalogue, classifyCall } from './functions.ts'

const trunc = (unit: string): string => `date_trunc('${unit}', {col})`
const bucket = (count: number, unit: string): string => `time_bucket(INTERVAL '${count} ${unit}', {col})`

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
  masks: { ...ansi.masks, hash: "sha256('{key}' || {col})" },
  name: 'duckdb',
  placeholder: (index) => `$${index}`,
  grains: grainTemplates({
    trunc,
    bin: bucket,
    week: shiftedWeek,
    weekEnds: {
      saturday: "(date_trunc('week', {col} + INTERVAL 1 DAY) + INTERVAL 5 DAY)",
      sunday: "(date_trunc('week', {col}) + INTERVAL 6 DAY)",
    },
  }),
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
  classifyCall,
  functionNames,
  isCatalogue,
}
