import type { DuckDBConnection } from '@duckdb/node-api'
import { textLiteral } from '../ansi.ts'
import type { CsvReading, OnRows } from '../engine.ts'
import { type PlannedRead, planRead, type SourceColumn } from './column-plan.ts'
import { chosenColumns } from './columns.ts'
import type { CsvAccount } from './count-records.ts'
import { cleanLayout, csvSource, textPositions } from './csv.ts'
import { cellType, columnType } from './csv-header.ts'
import type { CsvLayout } from './csv-layout.ts'
import { isFormattedNumber } from './csv-numbers.ts'
import { type CsvColumn, typeConditions, valueText } from './csv-types.ts'
import { dialect } from './dialect.ts'
import { countPlainRecords } from './plain-records.ts'

/** Maximum number of reads of the file, each with the next possible type of one column. */
const MAX_READS = 4

/** A type of which every value is checked while it is stored. `EMPTY` is text without values. */
type CheckedType = Exclude<CsvColumn['type'], 'VARCHAR'> | 'EMPTY'

/** A column of the file: its possible types, most likely first; none for text. */
interface CheckedColumn {
  readonly name: string
  readonly types: readonly CheckedType[]
}

const NUMBERS: readonly CheckedType[] = ['BIGINT', 'DOUBLE']

/** Returns the possible types of a column by its first values; undefined if all values must be read to decide. */
function typesOf(cells: readonly string[]): readonly CheckedType[] | undefined {
  switch (columnType(cells)) {
    case 'text':
      return cells.every((cell) => cellType(cell) === 'missing' || isFormattedNumber(cell)) ? undefined : []
    case 'missing':
      return ['EMPTY']
    case 'integer':
      return NUMBERS
    case 'number':
      return ['DOUBLE']
    case 'iso-date':
      return ['DATE', 'TIMESTAMP']
    case 'timestamp':
      return ['TIMESTAMP']
    case 'boolean':
      return hasBothWords(cells) ? ['BOOLEAN'] : undefined
    default:
      return undefined
  }
}

/** True if the values are both of one pair of words: a column with one word only stays text. */
function hasBothWords(cells: readonly string[]): boolean {
  const words = new Set(cells.filter((cell) => cellType(cell) !== 'missing').map((cell) => cell.trim().toLowerCase()))
  return words.size === 2 && ((words.has('true') && words.has('false')) || (words.has('yes') && words.has('no')))
}

const MARK = 'no value of the type of column '
const MARKED = /no value of the type of column (\d+)/

/** A decimal number that every `DOUBLE` holds. Printing numbers again to compare them takes longer. */
const PLAIN_DECIMAL = String.raw`-?(0|[1-9]\d{0,15})\.\d{1,30}`

/** A value in the type of its column before it is checked. CASE would convert it once for each condition. */
interface ConvertedColumn {
  readonly name: string
  /** The name of the converted value in the source; no column of the file has it. */
  readonly converted: string
}

const CONVERTED: readonly CheckedType[] = ['BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP']

/** Returns the name of the converted value of a column. */
function convertedName(at: number, names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  let name = `converted ${at}`
  while (taken.has(name)) name += '_'
  return name
}

/** Returns the source with the values of columns in their types, null where a text is none. */
function convertedSource(source: string, columns: readonly CheckedColumn[]): string {
  const names = columns.map(({ name }) => name)
  const values = columns.flatMap(({ name, types: [type] }, at) =>
    type && CONVERTED.includes(type)
      ? [`try_cast(${dialect.quote(name)} AS ${type}) AS ${dialect.quote(convertedName(at, names))}`]
      : [],
  )
  return values.length === 0 ? source : `(SELECT *, ${values.join(', ')} FROM ${source})`
}

/** Returns the value of a text in a type. Another text fails the statement and names the position of the column. */
function checkedValue(
  { name, converted }: ConvertedColumn,
  type: CheckedType,
  at: number,
  cells: readonly string[],
): string {
  const raw = dialect.quote(name)
  const convertedSql = dialect.quote(converted)
  const isPrinted = `CAST(${convertedSql} AS VARCHAR) = ${raw}`
  const x = valueText(raw)
  const failed = `error(${textLiteral(`${MARK}${at};`)})`
  const checked = (condition: string, value: string) =>
    `CASE WHEN ${x} IS NULL THEN NULL WHEN ${condition} THEN ${value} ELSE ${failed} END`
  // The first conditions are the cheapest, and are true for most values.
  const usual = (condition: string, others: string) =>
    `CASE WHEN ${raw} IS NULL THEN NULL WHEN ${condition} THEN ${convertedSql} ELSE ${others} END`
  switch (type) {
    case 'EMPTY':
      return `CASE WHEN ${x} IS NULL THEN ${raw} ELSE ${failed} END`
    case 'BIGINT':
      return usual(isPrinted, checked(typeConditions.integer(x), `CAST(${x} AS BIGINT)`))
    case 'DOUBLE':
      return usual(
        `regexp_full_match(${raw}, '${PLAIN_DECIMAL}')`,
        checked(typeConditions.number(x), `CAST(${x} AS DOUBLE)`),
      )
    case 'DATE':
      return usual(isPrinted, checked(typeConditions.date(x), `CAST(${x} AS DATE)`))
    case 'TIMESTAMP':
      return usual(
        isPrinted,
        checked(
          `CASE WHEN ${typeConditions.timestamp(x)} THEN true ELSE ${typeConditions.date(x)} END`,
          `CAST(${x} AS TIMESTAMP)`,
        ),
      )
    default: {
      const isYesNo = cells.some((cell) => /^\s*(yes|no)\s*$/i.test(cell))
      const [yes, no] = isYesNo ? ['yes', 'no'] : ['true', 'false']
      const word = `CASE lower(${x}) WHEN '${yes}' THEN true WHEN '${no}' THEN false ELSE ${failed} END`
      return `CASE ${raw} WHEN '${yes}' THEN true WHEN '${no}' THEN false ELSE ${checked('true', word)} END`
    }
  }
}

/** True if the options of a reading need no more than the type of each column. */
function isReadable(layout: CsvLayout, { decimal, hasPlainNumbers, dateColumns, columnPlan, ...given }: CsvReading) {
  const isPlanned = columnPlan?.some(({ type }) => type !== undefined && type !== 'text') ?? false
  const isComma = decimal === ',' && !hasPlainNumbers
  return (
    layout.unsure.length === 0 &&
    given.lineNotUtf8 === undefined &&
    !isComma &&
    !dateColumns?.length &&
    !isPlanned &&
    !given.keepsBlankLines
  )
}

/** Returns the columns of a file with their possible types by its first rows; undefined if these do not decide. */
function checkedColumns(layout: CsvLayout, given: CsvReading): readonly CheckedColumn[] | undefined {
  const texts = new Set(textPositions(layout, given))
  const columns: CheckedColumn[] = []
  for (const [at, name] of layout.names.entries()) {
    const types = texts.has(at) ? [] : typesOf(cellsAt(layout, at))
    if (types === undefined) return undefined
    columns.push({ name, types })
  }
  return columns
}

const cellsAt = ({ sample }: CsvLayout, at: number): readonly string[] => sample.map((row) => row[at] ?? '')

function sourceColumns(columns: readonly CheckedColumn[], layout: CsvLayout): readonly SourceColumn[] {
  const names = columns.map(({ name }) => name)
  return columns.map(({ name, types: [type] }, at) => {
    const raw = dialect.quote(name)
    const column = { name, converted: convertedName(at, names) }
    const value = type === undefined ? raw : checkedValue(column, type, at, cellsAt(layout, at))
    const stored = type === undefined || type === 'EMPTY' ? 'VARCHAR' : type
    return { name, type: stored, value, raw, text: valueText(raw) }
  })
}

/** Returns the columns after a failed read, with the next type of the named column; undefined if it has no other. */
function afterFailure(columns: readonly CheckedColumn[], error: unknown): readonly CheckedColumn[] | undefined {
  const position = error instanceof Error ? MARKED.exec(error.message)?.[1] : undefined
  if (position === undefined || (columns[Number(position)]?.types.length ?? 0) < 2) return undefined
  return columns.map((column, at) => (at === Number(position) ? { ...column, types: column.types.slice(1) } : column))
}

const isInterrupt = (error: unknown): boolean => error instanceof Error && error.message.includes('INTERRUPT')

interface SinglePass {
  readonly onRows: OnRows | undefined
  /** Stores the rows of a SELECT; fails, and changes nothing, unless they are as many as the file has. */
  readonly store: (read: PlannedRead, account: CsvAccount) => Promise<number>
}

/**
 * Loads a file in one read: the first rows suggest the types, and every value is checked while it is stored, with the
 * conditions of `columnTypes`. Returns the account of the file; undefined if it must be read completely before its types
 * are known. Such a load has changed nothing.
 */
export async function loadInSinglePass(
  connection: DuckDBConnection,
  given: CsvReading,
  found: CsvLayout,
  { onRows, store }: SinglePass,
): Promise<CsvAccount | undefined> {
  const layout = cleanLayout(found, given)
  if (!isReadable(layout, given)) return undefined
  let columns = checkedColumns(layout, given)
  const account = columns && (await countPlainRecords(given.file, layout, onRows))
  if (!account) return undefined
  for (let read = 0; read < MAX_READS && columns; read++) {
    try {
      const chosen = chosenColumns(sourceColumns(columns, layout), given.columnsRead)
      const source = convertedSource(csvSource(layout, account, given), columns)
      await store(await planRead(connection, chosen, source, given, false), account)
      return account
    } catch (error) {
      if (isInterrupt(error)) throw error
      columns = afterFailure(columns, error)
    }
  }
  return undefined
}
