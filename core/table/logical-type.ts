import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL } from './table.ts'

/**
 * What the values of a column are, whatever the database calls the type. `list`: an array that is compared by its
 * elements; `nested`: a value that is compared by its JSON text; `opaque`: a type without an equality operator, compared
 * and grouped by its text; `unsigned128`: an integer that no signed one can be compared
 * with; `other`: a type that is compared as the database reads its text.
 */
export const LOGICAL_TYPES = [
  'integer',
  'unsigned128',
  'decimal',
  'real',
  'double',
  'boolean',
  'date',
  'timestamp',
  'text',
  'bytes',
  'list',
  'nested',
  'opaque',
  'other',
] as const
export type LogicalType = (typeof LOGICAL_TYPES)[number]

const GENERIC: Readonly<Record<LogicalType, GenericType>> = {
  integer: NUMERIC,
  unsigned128: NUMERIC,
  decimal: NUMERIC,
  real: NUMERIC,
  double: NUMERIC,
  boolean: BOOLEAN,
  date: TEMPORAL,
  timestamp: TEMPORAL,
  text: STRING,
  bytes: STRING,
  list: STRING,
  nested: STRING,
  opaque: STRING,
  other: STRING,
}

// The whole name, with a size or precision and without: `INTERVIEW_STAGE` and `INTEGER[]` are no integers.
const SIZE = String.raw`(\s*\(\s*\d+\s*(,\s*-?\d+\s*)?\))?`
const whole = (names: string): RegExp => new RegExp(`^(${names})${SIZE}$`, 'i')
const NAMES: readonly (readonly [RegExp, LogicalType])[] = [
  [
    whole(
      '(tiny|small|medium|big|huge)?int|u?(tiny|small|big|huge)int|u?integer|u?int(2|4|8|16|32|64|128)|long|(small|big)?serial',
    ),
    'integer',
  ],
  [whole('numeric|decimal|dec|number|money'), 'decimal'],
  [whole('real|float4'), 'real'],
  [whole('float|float8|float32|float64|double( precision)?'), 'double'],
  [whole('bool|boolean'), 'boolean'],
  [whole('date|date32'), 'date'],
  [/^(datetime|smalldatetime|datetime2|datetime64|timestamp(tz|_s|_ms|_ns|_ntz|_ltz|_tz)?)\b(?!.*\[\])/i, 'timestamp'],
  [whole('bytea|blob|binary|varbinary|bytes'), 'bytes'],
  [whole('json|jsonb|variant'), 'other'],
  [/\[\d*\]$|^(array|list)\b/i, 'other'],
  [/^(struct|map|union|row|object|tuple)\b/i, 'other'],
  [/^interval\b/i, 'other'],
]

/** The generic type of values of a logical type. */
export function genericOf(type: LogicalType): GenericType {
  return GENERIC[type]
}

/** The logical type that the name of a database type says: for columns that no engine has described. */
export function logicalTypeNamed(name: string): LogicalType {
  return NAMES.find(([pattern]) => pattern.test(name.trim()))?.[1] ?? 'text'
}

/** A stored text as a logical type; undefined when it is none. */
export function readLogicalType(text: string | null | undefined): LogicalType | undefined {
  return LOGICAL_TYPES.find((type) => type === text)
}
