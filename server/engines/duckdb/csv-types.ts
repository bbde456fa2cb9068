import type { DuckDBConnection } from '@duckdb/node-api'
import { textLiteral } from '../ansi.ts'
import { arePhoneNumbers, cellType, columnType, MISSING_WORDS } from './csv-header.ts'
import type { CsvLayout } from './csv-layout.ts'
import { type DateColumn, dateStatistics, readDateStatistics } from './csv-dates.ts'
import {
  type DecimalCharacter,
  isFormattedNumber,
  type NumberFormat,
  numberStatistics,
  plainNumber,
  readNumberStatistics,
} from './csv-numbers.ts'
import { isoText, readWrittenDateStatistics, writtenDateStatistics } from './csv-written-dates.ts'
import { dialect } from './dialect.ts'

/** Maximum number of columns whose values are examined in one statement. */
const COLUMNS_AT_A_TIME = 300

/** A column of a file, and the format of its values. */
export interface CsvColumn {
  readonly name: string
  readonly type:
    | 'VARCHAR'
    | 'BIGINT'
    | 'DOUBLE'
    | 'BOOLEAN'
    | 'DATE'
    | 'TIMESTAMP'
    | 'TIMESTAMP WITH TIME ZONE'
    | 'TIME'
  /** Dates with two or more parts that may be the day or the month. Absent for ISO dates. */
  readonly date?: DateColumn
  /** Numbers with a currency, a percent sign, a decimal comma or grouped thousands. */
  readonly number?: NumberFormat
  /** Its values are dates with names of months, months of a year, or ISO dates with AM or PM. */
  readonly isWrittenDate?: true
  /** Its values are words for yes and no. */
  readonly isYesNo?: true
  /** Number of words such as NA among its values. */
  readonly missing: number
}

type Row = Readonly<Record<string, unknown>>

// Not IN: DuckDB would use a join for each column.
const cases = MISSING_WORDS.map((word) => `WHEN ${textLiteral(word)} THEN NULL`).join(' ')

/** Returns the text of a value without surrounding white space; NULL for words that mark a missing value. */
export function valueText(column: string): string {
  return `CASE WHEN length(trim(${column})) > 4 THEN trim(${column}) ELSE CASE lower(trim(${column})) ${cases} ELSE trim(${column}) END END`
}

const DAY = String.raw`\d{4}[-/]\d{1,2}[-/]\d{1,2}`
const CLOCK = String.raw`\d{1,2}:\d{2}(:\d{2}(\.\d{1,6}0*)?)?`
const ZONE = String.raw`(Z|[+-]\d{2}(:\d{2})?)`
const matches = (text: string, pattern: string): string => `regexp_full_match(${text}, '${pattern}')`

/** Returns the condition for values in the engine's own format: true for most values, and cheaper than a pattern. */
const isCanonical = (x: string, type: string): string => `CAST(try_cast(${x} AS ${type}) AS VARCHAR) = ${x}`

/**
 * SQL conditions on the text of a value: the type holds it with all its digits. CASE, unlike OR, evaluates a pattern
 * only for values that are not canonical.
 */
export const typeConditions = {
  /** No leading zero: such digits are a code. */
  integer: (x: string) => `coalesce(CAST(try_cast(${x} AS BIGINT) AS VARCHAR) = ltrim(${x}, '+'), false)`,
  number: (x: string) =>
    `CASE WHEN ${typeConditions.integer(x)} THEN CAST(CAST(CAST(${x} AS BIGINT) AS DOUBLE) AS HUGEINT) = CAST(${x} AS HUGEINT) ` +
    `WHEN ${isCanonical(x, 'DOUBLE')} THEN true ` +
    `ELSE (${matches(x, NUMBER)} AND isfinite(try_cast(${x} AS DOUBLE))) OR ${matches(x, '(?i)nan|[+-]?inf(inity)?')} END`,
  date: (x: string) =>
    `CASE WHEN ${isCanonical(x, 'DATE')} THEN true ELSE ${matches(x, DAY)} AND try_cast(${x} AS DATE) IS NOT NULL END`,
  timestamp: (x: string) =>
    `CASE WHEN ${isCanonical(x, 'TIMESTAMP')} THEN true ` +
    `ELSE ${matches(x, `${DAY}[ T]${CLOCK}`)} AND try_cast(${x} AS TIMESTAMP) IS NOT NULL END`,
  zoned: (x: string) =>
    `(${matches(x, `${DAY}[ T]${CLOCK}${ZONE}`)} AND try_cast(${x} AS TIMESTAMP WITH TIME ZONE) IS NOT NULL)`,
  time: (x: string) => `(${matches(x, CLOCK)} AND try_cast(${x} AS TIME) IS NOT NULL)`,
} as const

/** Excludes digits with an unsigned exponent, which may be product codes. */
const NUMBER = String.raw`-0|[+-]?((0|[1-9]\d*)\.\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(0|[1-9]\d*)[eE][+-]\d+|(?i)(nan|[+-]?inf(inity)?)`

/** A possible column type: its SQL aggregates, named by column position, and their interpretation. */
interface Test {
  readonly aggregates: (x: string, at: number) => readonly string[]
  readonly read: (
    is: (fact: string) => boolean,
    name: string,
    at: number,
    row: Row,
  ) => Omit<CsvColumn, 'name' | 'missing'> | undefined
}

const allRows = (x: string, condition: string, name: string): string =>
  `bool_and(${x} IS NULL OR coalesce(${condition}, false)) AS ${name}`

const tests = {
  integer: {
    aggregates: (x, at) => [allRows(x, typeConditions.integer(x), `integer${at}`)],
    read: (is) => (is('integer') ? { type: 'BIGINT' } : undefined),
  },
  number: {
    aggregates: (x, at) => [allRows(x, typeConditions.number(x), `number${at}`)],
    read: (is) => (is('number') ? { type: 'DOUBLE' } : undefined),
  },
  boolean: {
    aggregates: (x, at) => [
      allRows(x, `lower(${x}) = 'true' OR lower(${x}) = 'false'`, `truth${at}`),
      allRows(x, `lower(${x}) = 'yes' OR lower(${x}) = 'no'`, `yesno${at}`),
      `min(lower(${x})) <> max(lower(${x})) AS both${at}`,
    ],
    // A column with only one of the two words is a code: NO is Norway.
    read: (is) => {
      if (!is('both') || !(is('truth') || is('yesno'))) return undefined
      return { type: 'BOOLEAN', ...(is('yesno') && { isYesNo: true as const }) }
    },
  },
  'iso-date': {
    aggregates: (x, at) => [allRows(x, typeConditions.date(x), `date${at}`)],
    read: (is) => (is('date') ? { type: 'DATE' } : undefined),
  },
  timestamp: {
    aggregates: (x, at) => [
      allRows(
        x,
        `CASE WHEN ${typeConditions.timestamp(x)} THEN true ELSE ${typeConditions.date(x)} END`,
        `timestamp${at}`,
      ),
    ],
    read: (is) => (is('timestamp') ? { type: 'TIMESTAMP' } : undefined),
  },
  zoned: {
    aggregates: (x, at) => [allRows(x, typeConditions.zoned(x), `zoned${at}`)],
    read: (is) => (is('zoned') ? { type: 'TIMESTAMP WITH TIME ZONE' } : undefined),
  },
  date: {
    aggregates: dateStatistics,
    read: (_, name, at, row) => {
      const date = readDateStatistics(name, at, row)
      return date && { type: date.hasTime ? 'TIMESTAMP' : 'DATE', date }
    },
  },
  'written-date': {
    aggregates: writtenDateStatistics,
    read: (is) => {
      const type = readWrittenDateStatistics(is)
      return type && { type, isWrittenDate: true as const }
    },
  },
  time: {
    aggregates: (x, at) => [allRows(x, typeConditions.time(x), `time${at}`)],
    read: (is) => (is('time') ? { type: 'TIME' } : undefined),
  },
} as const satisfies Record<string, Test>

/** The given options for reading numbers. */
export interface NumberReading {
  readonly decimal?: DecimalCharacter
  /** Numbers with a point are plain regardless of the decimal separator, because they come from a workbook. */
  readonly hasPlainNumbers?: boolean
}

const formattedTest = (decimal: DecimalCharacter | undefined): Test => ({
  aggregates: numberStatistics,
  read: (_, __, at, row) => {
    const found = readNumberStatistics(at, row, decimal)
    return found && { type: found.type, number: found.format }
  },
})

/** Returns the possible types of a column by its first values, most likely first. */
function testsOf(cells: readonly string[], { decimal, hasPlainNumbers }: NumberReading): readonly Test[] {
  const type = columnType(cells)
  const formatted = formattedTest(decimal)
  if (type === 'text')
    return cells.every((cell) => cellType(cell) === 'missing' || isFormattedNumber(cell)) ? [formatted] : []
  const isComma = decimal === ',' && !hasPlainNumbers
  if (type === 'missing')
    return Object.entries(tests).flatMap(([name, test]) =>
      name !== 'number' ? [test] : isComma ? [formatted] : [test, formatted],
    )
  if (type === 'integer' || type === 'number') {
    if (arePhoneNumbers(cells)) return []
    const plain = type === 'integer' ? [tests.integer, tests.number] : [tests.number]
    return isComma ? [tests.integer, formatted] : [...plain, formatted]
  }
  if (type === 'iso-date') return [tests['iso-date'], tests.timestamp]
  return [tests[type]]
}

interface AmbiguousColumn {
  readonly name: string
  readonly at: number
  readonly tests: readonly Test[]
}

/** Returns the statistics of several columns, each for its first possible type. */
async function typeStatisticsOf(
  connection: DuckDBConnection,
  open: readonly AmbiguousColumn[],
  source: string,
): Promise<Row> {
  const row: Record<string, unknown> = {}
  for (let from = 0; from < open.length; from += COLUMNS_AT_A_TIME) {
    const part = open.slice(from, from + COLUMNS_AT_A_TIME)
    const texts = part.flatMap(({ name, at }) => {
      const column = dialect.quote(name)
      return [`${column} AS v${at}`, `${valueText(column)} AS x${at}`]
    })
    const aggregates = part.flatMap(({ at, tests: [test] }) => [
      `count(v${at}) AS given${at}`,
      `count(x${at}) AS count${at}`,
      ...(test?.aggregates(`x${at}`, at) ?? []),
    ])
    const sql = `SELECT ${aggregates.join(', ')} FROM (SELECT ${texts.join(', ')} FROM ${source})`
    Object.assign(row, (await (await connection.run(sql)).getRowObjectsJson())[0])
  }
  return row
}

/**
 * Returns the types of all columns of a file by all of its values. `source` reads them as text; `textColumns` stay
 * text.
 */
export async function columnTypes(
  connection: DuckDBConnection,
  { names, sample }: Pick<CsvLayout, 'names' | 'sample'>,
  source: string,
  textColumns: readonly number[] = [],
  numbers: NumberReading = {},
): Promise<readonly CsvColumn[]> {
  const texts = new Set(textColumns)
  const columns: CsvColumn[] = names.map((name) => ({ name, type: 'VARCHAR', missing: 0 }))
  let open: readonly AmbiguousColumn[] = names.map((name, index) => ({
    name,
    at: index,
    tests: texts.has(index)
      ? []
      : testsOf(
          sample.map((row) => row[index] ?? ''),
          numbers,
        ),
  }))
  for (open = open.filter((each) => each.tests.length > 0); open.length > 0; ) {
    const row = await typeStatisticsOf(connection, open, source)
    open = open.flatMap(({ name, at, tests: [test, ...others] }) => {
      const count = Number(row[`count${at}`])
      const found = test?.read((fact) => row[`${fact}${at}`] === true, name, at, row)
      if (found && count > 0) columns[at] = { ...found, name, missing: Number(row[`given${at}`]) - count }
      return found || count === 0 || others.length === 0 ? [] : [{ name, at, tests: others }]
    })
  }
  return columns
}

/** Returns the SQL expression that converts the text of a column to the engine's format of numbers and dates. */
export function canonicalText({ number, isWrittenDate }: CsvColumn, text: string): string {
  if (number) return plainNumber(text, number)
  return isWrittenDate ? isoText(text) : text
}

/** Returns the SQL expression that converts the text of a column to its type. */
export function typedValue(csvColumn: CsvColumn): string {
  const { name, type, missing } = csvColumn
  const column = dialect.quote(name)
  if (type === 'VARCHAR') return column
  // Words for missing values are only handled if there are some.
  const text = missing === 0 ? `trim(${column})` : valueText(column)
  if (type === 'BOOLEAN') return `(lower(${text}) = 'true' OR lower(${text}) = 'yes')`
  return `CAST(${canonicalText(csvColumn, text)} AS ${type})`
}
