import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL } from './table.ts'

/**
 * The type of a column's values, independent of the database's type name. `list`: an array, compared by its elements;
 * `nested`: a value compared by its JSON text; `opaque`: a type without an equality operator, compared and grouped by
 * its text; `unsigned128`: an integer that cannot be compared with signed ones; `other`: a type compared as the
 * database parses its text.
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

// Matches the complete name, with or without a size or precision: `INTERVIEW_STAGE` and `INTEGER[]` are not integers.
const SIZE = String.raw`(\s*\(\s*\d+\s*(,\s*-?\d+\s*)?\))?`
const typePattern = (names: string): RegExp => new RegExp(`^(${names})${SIZE}$`, 'i')
const NAMES: readonly (readonly [RegExp, LogicalType])[] = [
  [
    typePattern(
      '(tiny|small|medium|big|huge)?int|u?(tiny|small|big|huge)int|u?integer|u?int(2|4|8|16|32|64|128)|long|(small|big)?serial',
    ),
    'integer',
  ],
  [typePattern('numeric|decimal|dec|number|money'), 'decimal'],
  [typePattern('real|float4'), 'real'],
  [typePattern('float|float8|float32|float64|double( precision)?'), 'double'],
  [typePattern('bool|boolean'), 'boolean'],
  [typePattern('date|date32'), 'date'],
  [/^(datetime|smalldatetime|datetime2|datetime64|timestamp(tz|_s|_ms|_ns|_ntz|_ltz|_tz)?)\b(?!.*\[\])/i, 'timestamp'],
  [typePattern('bytea|blob|binary|varbinary|bytes'), 'bytes'],
  [typePattern('json|jsonb|variant'), 'other'],
  [/\[\d*\]$|^(array|list)\b/i, 'other'],
  [/^(struct|map|union|row|object|tuple)\b/i, 'other'],
  [/^interval\b/i, 'other'],
]

/** Returns the generic type of a logical type. */
export function genericOf(type: LogicalType): GenericType {
  return GENERIC[type]
}

/** Returns the logical type for the name of a database type, for columns that no engine has described. */
export function logicalTypeNamed(name: string): LogicalType {
  return NAMES.find(([pattern]) => pattern.test(name.trim()))?.[1] ?? 'text'
}

const TEXT_NAME =
  /^((n|var|nvar|bp)?char2?|((native|national|varying) )?character( varying)?|(tiny|medium|long|n|ci)?text|n?clob|(fixed)?string)$/i

/** True for the name of a text type of a database, such as `VARCHAR(20)` or `Nullable(String)`. */
export function isTextTypeName(name: string): boolean {
  const inner = name.trim().replace(/^((nullable|lowcardinality)\()+/i, '')
  return TEXT_NAME.test(inner.replace(/\s*(\(\s*(\d+|max)( char| byte)?\s*\))?\)*$/i, ''))
}

/** Returns a stored text as a logical type; undefined if it is invalid. */
export function readLogicalType(text: string | null | undefined): LogicalType | undefined {
  return LOGICAL_TYPES.find((type) => type === text)
}
