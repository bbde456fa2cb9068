import type { DuckDBConnection } from '@duckdb/node-api'
import { textLiteral } from '../ansi.ts'
import type { CsvReading, OnRows } from '../engine.ts'
import { type PlannedRead, planRead, type SourceColumn } from './column-plan.ts'
import { chosenColumns } from './columns.ts'
import type { CsvAccount } from './count-records.ts'
import { cleanLayout, csvSource, textPositions } from './csv.ts'
import { arePhoneNumbers, cellType, columnType } from './csv-header.ts'
import type { CsvLayout } from './csv-layout.ts'
import { isFormattedNumber } from './csv-numbers.ts'
import { typeConditions, valueText } from './csv-types.ts'
import { dialect } from './dialect.ts'
import { countPlainRecords } from './plain-records.ts'
import { MAX_PLAIN_COLUMNS, type PlainType, PlainValueScanner } from './plain-values.ts'

/* Loads a CSV file into a table in one read, if its first rows suggest the types of its columns. */

/** Maximum number of reads of the file, each with the next possible type of one column. */
const MAX_READS = 4

/** A column of the file: its possible types, most likely first; none for text. */
interface CheckedColumn {
  readonly name: string
  readonly types: readonly PlainType[]
  /** True if all values are plain: the engine reads them in the first type, without a check. */
  readonly isPlain: boolean
}

const NUMBERS: readonly PlainType[] = ['BIGINT', 'DOUBLE']

/** Returns the possible types of a column by its first values; undefined if all values must be read to decide. */
function typesOf(cells: readonly string[]): readonly PlainType[] | undefined {
  switch (columnType(cells)) {
    case 'text':
      return cells.every((cell) => cellType(cell) === 'missing' || isFormattedNumber(cell)) ? undefined : []
    case 'missing':
      return ['EMPTY']
    case 'integer':
      return arePhoneNumbers(cells) ? [] : NUMBERS
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

const YES_NO = /^\s*(yes|no)\s*$/i
const MARK = 'no value of the type of column '
const MARKED = /no value of the type of column (\d+)/
/** The message of the engine for a value of plain form that is none of its type: there is no 30 February. */
const NOT_CONVERTED = /could not convert/i

/** A decimal number that every `DOUBLE` holds. Printing numbers again to compare them takes longer. */
const PLAIN_DECIMAL = String.raw`-?(0|[1-9]\d{0,15})\.\d{1,30}`

/** A value in the type of its column before it is checked. CASE would convert it once for each condition. */
interface ConvertedColumn {
  readonly name: string
  /** The name of the converted value in the source; no column of the file has it. */
  readonly converted: string
}

const CONVERTED: readonly PlainType[] = ['BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP']

function convertedName(at: number, names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  let name = `converted ${at}`
  while (taken.has(name)) name += '_'
  return name
}

/** Returns the source with the values of columns in their types, null where a text is none. */
function convertedSource(source: string, columns: readonly CheckedColumn[]): string {
  const names = columns.map(({ name }) => name)
  const values = columns.flatMap(({ name, types: [type], isPlain }, at) =>
    !isPlain && type && CONVERTED.includes(type)
      ? [`try_cast(${dialect.quote(name)} AS ${type}) AS ${dialect.quote(convertedName(at, names))}`]
      : [],
  )
  return values.length === 0 ? source : `(SELECT *, ${values.join(', ')} FROM ${source})`
}

/** Returns the value of a text in a type. Another text fails the statement and names the position of the column. */
function checkedValue(
  { name, converted }: ConvertedColumn,
  type: PlainType,
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
      const isYesNo = cells.some((cell) => YES_NO.test(cell))
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
function checkedColumns(layout: CsvLayout, reading: CsvReading): readonly CheckedColumn[] | undefined {
  const texts = new Set(textPositions(layout, reading))
  const columns: CheckedColumn[] = []
  for (const [at, name] of layout.names.entries()) {
    const types = texts.has(at) ? [] : typesOf(cellsAt(layout, at))
    if (types === undefined) return undefined
    columns.push({ name, types, isPlain: false })
  }
  return columns
}

const cellsAt = ({ sample }: CsvLayout, at: number): readonly string[] => sample.map((row) => row[at] ?? '')

/** Returns the types in which the engine reads columns of plain values, by name. */
const plainTypes = (columns: readonly CheckedColumn[]): ReadonlyMap<string, string> =>
  new Map(
    columns.flatMap(({ name, types: [type], isPlain }) =>
      isPlain && type !== undefined && type !== 'EMPTY' ? [[name, type]] : [],
    ),
  )

function sourceColumns(columns: readonly CheckedColumn[], layout: CsvLayout): readonly SourceColumn[] {
  const names = columns.map(({ name }) => name)
  return columns.map(({ name, types: [type], isPlain }, at) => {
    const raw = dialect.quote(name)
    const column = { name, converted: convertedName(at, names) }
    const value = type === undefined || isPlain ? raw : checkedValue(column, type, at, cellsAt(layout, at))
    const stored = type === undefined || type === 'EMPTY' ? 'VARCHAR' : type
    return { name, type: stored, value, raw, text: valueText(raw) }
  })
}

/**
 * Returns the columns after a failed read: with the next type of the named column, or with checks instead of plain values;
 * undefined if there is no other type.
 */
function afterFailure(columns: readonly CheckedColumn[], error: unknown): readonly CheckedColumn[] | undefined {
  const message = error instanceof Error ? error.message : ''
  const position = MARKED.exec(message)?.[1]
  if (position === undefined && NOT_CONVERTED.test(message) && columns.some(({ isPlain }) => isPlain))
    return columns.map((column) => ({ ...column, isPlain: false }))
  if (position === undefined || (columns[Number(position)]?.types.length ?? 0) < 2) return undefined
  return columns.map((column, at) => (at === Number(position) ? { ...column, types: column.types.slice(1) } : column))
}

/** A counted file, and its columns with the result for their values. */
interface CountedFile {
  readonly account: CsvAccount
  readonly columns: readonly CheckedColumn[]
}

interface CountOptions {
  readonly onRows: OnRows | undefined
  /** Called once, when a value is found that is not plain. */
  readonly onOtherForm: () => void
}

/** Counts the records of a file and finds its columns of plain values; undefined for a file of another form. */
async function countRecords(
  columns: readonly CheckedColumn[],
  layout: CsvLayout,
  reading: CsvReading,
  { onRows, onOtherForm }: CountOptions,
): Promise<CountedFile | undefined> {
  const types = columns.map(({ types: [type], isPlain }) => (isPlain ? type : undefined))
  const scanner = types.some((type) => type !== undefined)
    ? new PlainValueScanner(layout.marks, types, layout.hasHeader)
    : undefined
  let isReported = false
  const onPart = (bytes: Uint8Array): void => {
    scanner?.push(bytes)
    if (isReported || scanner?.hasOnlyPlain !== false) return
    isReported = true
    onOtherForm()
  }
  const account = await countPlainRecords(reading.file, layout, { onRows, onPart })
  const plain = account && scanner?.end()
  return (
    account && { account, columns: columns.map((column, index) => ({ ...column, isPlain: plain?.[index] === true })) }
  )
}

/** Returns the columns, of which those with a type are assumed to have plain values only. */
function assumedColumns(
  columns: readonly CheckedColumn[],
  layout: CsvLayout,
  reading: CsvReading,
): readonly CheckedColumn[] {
  const isScanned = columns.length <= MAX_PLAIN_COLUMNS && reading.nullValues === undefined && !reading.skipInitialSpace
  const isYesNo = (at: number) => cellsAt(layout, at).some((cell) => YES_NO.test(cell))
  return columns.map((column, index) => {
    const [type] = column.types
    return { ...column, isPlain: isScanned && type !== undefined && !(type === 'BOOLEAN' && isYesNo(index)) }
  })
}

const isInterrupt = (error: unknown): boolean => error instanceof Error && error.message.includes('INTERRUPT')

interface SinglePass {
  readonly onRows: OnRows | undefined
  /**
   * Stores the rows of a SELECT; fails, and changes nothing, unless they are as many as the file has. The file may
   * still be counted.
   */
  readonly store: (read: PlannedRead, account: CsvAccount | Promise<CsvAccount>) => Promise<number>
}

/** The assumption that a file has plain values only is wrong. */
class OtherFormError extends Error {}

/** A load of a file whose records are counted meanwhile. */
interface CountedLoad {
  /** Undefined if the file must be read completely before its types are known. */
  readonly counted: CountedFile | undefined
  readonly isStored: boolean
}

/**
 * Stores a file in the types of its first rows while its values are checked and its records are counted. Nothing is
 * stored unless all of its values are plain.
 */
async function storeWhileCounting(
  connection: DuckDBConnection,
  assumed: readonly CheckedColumn[],
  { given, layout, onRows, store }: SinglePass & { readonly given: CsvReading; readonly layout: CsvLayout },
): Promise<CountedLoad> {
  let reject = (_error: Error): void => {}
  const otherForm = new Promise<never>((_, rejectPromise) => {
    reject = rejectPromise
  })
  const onOtherForm = (): void => reject(new OtherFormError())
  const counting = countRecords(assumed, layout, given, { onRows, onOtherForm })
  const isAssumed = (counted: CountedFile | undefined): counted is CountedFile =>
    counted?.columns.every(({ isPlain }, index) => isPlain === assumed[index]?.isPlain) ?? false
  const found = counting.then((counted) => {
    if (isAssumed(counted)) return counted.account
    throw new OtherFormError()
  })
  // They may reject before the statement waits for them.
  for (const promise of [otherForm, found]) promise.catch(() => {})
  const account = { path: given.file, hasHeaderRecord: layout.hasHeader, longest: 0 }
  try {
    await store(await readOf(connection, assumed, { given, layout, account }), Promise.race([otherForm, found]))
    return { counted: await counting, isStored: true }
  } catch (error) {
    const counted = await counting
    if (isInterrupt(error) && isAssumed(counted)) throw error
    return { counted, isStored: false }
  }
}

interface ReadOptions {
  readonly given: CsvReading
  readonly layout: CsvLayout
  readonly account: Omit<CsvAccount, 'report'>
}

function readOf(
  connection: DuckDBConnection,
  columns: readonly CheckedColumn[],
  { given, layout, account }: ReadOptions,
): Promise<PlannedRead> {
  const chosen = chosenColumns(sourceColumns(columns, layout), given.columnsRead)
  const source = convertedSource(csvSource(layout, account, given, plainTypes(columns)), columns)
  return planRead(connection, chosen, source, given, false)
}

/**
 * Loads a file in one read: the first rows suggest the types. The engine reads columns of plain values in their types;
 * the values of others are checked while they are stored, with the conditions of `columnTypes`. Returns the account of
 * the file; undefined if it must be read completely before its types are known. Such a load has changed nothing.
 */
export async function loadInSinglePass(
  connection: DuckDBConnection,
  reading: CsvReading,
  found: CsvLayout,
  { onRows, store }: SinglePass,
): Promise<CsvAccount | undefined> {
  const layout = cleanLayout(found, reading)
  if (!isReadable(layout, reading)) return undefined
  const possible = checkedColumns(layout, reading)
  if (!possible) return undefined
  const assumed = assumedColumns(possible, layout, reading)
  const { counted, isStored } = await storeWhileCounting(connection, assumed, { given: reading, layout, onRows, store })
  if (!counted || isStored) return counted?.account
  const { account } = counted
  let columns: readonly CheckedColumn[] | undefined = counted.columns
  for (let read = 0; read < MAX_READS && columns; read++) {
    try {
      await store(await readOf(connection, columns, { given: reading, layout, account }), account)
      return account
    } catch (error) {
      if (isInterrupt(error)) throw error
      columns = afterFailure(columns, error)
    }
  }
  return undefined
}
