import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { DateOrder, PreviewColumn } from '#core/rest/upload.ts'
import { textLiteral } from '../ansi.ts'
import type { CsvPreview, CsvReading, OnRows } from '../engine.ts'
import { chosenColumns, requireColumns } from './columns.ts'
import { badCellReport, type PlannedRead, planRead, type SourceColumn } from './column-plan.ts'
import { countRecords, type CsvAccount, lineOfRow } from './count-records.ts'
import {
  DATE,
  type DateColumn,
  type DateOrderRead,
  dateValue,
  configuredDateOrder,
  hasUnambiguousDateOrder,
  orderOf,
} from './csv-dates.ts'
import { numberInterpretations, isEitherDecimal, withDecimals } from './csv-numbers.ts'
import { type CsvLayout, findLayout } from './csv-layout.ts'
import { columnTypes, type CsvColumn, canonicalText, typedValue, valueText } from './csv-types.ts'
import { dialect } from './dialect.ts'
import { firstRows, statementRows } from './first-rows.ts'

/** The engine's default maximum line size in bytes. */
const USUAL_LINE_BYTES = 2_097_152
/** The delimiter of a file with one column; it occurs nowhere. */
const NO_DELIMITER = '\u0001'

/** A file with known layout, records and types. */
export interface CsvFile {
  readonly file: string
  readonly layout: CsvLayout
  readonly account: CsvAccount
  readonly columns: readonly CsvColumn[]
  /** The FROM clause that reads all columns as text. */
  readonly source: string
}

/** Returns the source that reads every column as text, or in a given type. The engine detects nothing itself. */
function textSource(
  { marks, names }: CsvLayout,
  { path, hasHeaderRecord, longest }: Omit<CsvAccount, 'report'>,
  types: ReadonlyMap<string, string>,
): string {
  const options = [
    textLiteral(path),
    'auto_detect = false',
    `header = ${hasHeaderRecord}`,
    `delim = ${textLiteral(marks.delimiter || NO_DELIMITER)}`,
    `quote = ${textLiteral(marks.quote)}`,
    `escape = ${textLiteral(marks.escape)}`,
    "comment = ''",
    "nullstr = ''",
    `max_line_size = ${Math.max(USUAL_LINE_BYTES, longest + 2)}`,
    `columns = {${names.map((name) => `${textLiteral(name)}: '${types.get(name) ?? 'VARCHAR'}'`).join(', ')}}`,
  ]
  return `read_csv(${options.join(', ')})`
}

/** Removes white space and texts that mark missing values, before types are detected. */
function cleanSource(source: string, { names }: CsvLayout, { nullValues, skipInitialSpace }: CsvReading): string {
  if (nullValues === undefined && !skipInitialSpace) return source
  const columns = names.map((name) => {
    const column = dialect.quote(name)
    const text = skipInitialSpace ? `ltrim(${column})` : column
    const cases = (nullValues ?? []).map((value) => `WHEN ${textLiteral(value)} THEN NULL`).join(' ')
    return `${cases === '' ? text : `CASE ${text} ${cases} ELSE ${text} END`} AS ${column}`
  })
  return `(SELECT ${columns.join(', ')} FROM ${source})`
}

/** Returns the FROM item that reads every column of a file as text, or in a type given by its name. */
export function csvSource(
  layout: CsvLayout,
  account: Omit<CsvAccount, 'report'>,
  reading: CsvReading,
  types: ReadonlyMap<string, string> = new Map(),
): string {
  return cleanSource(textSource(layout, account, types), layout, reading)
}

/** Returns the layout with a sample without texts that mark missing values. */
export function cleanLayout(layout: CsvLayout, { nullValues, skipInitialSpace }: CsvReading): CsvLayout {
  if (nullValues === undefined) return layout
  const missing = new Set(nullValues)
  const clean = (cell: string) => (missing.has(skipInitialSpace ? cell.trimStart() : cell) ? '' : cell)
  return { ...layout, sample: layout.sample.map((row) => row.map(clean)) }
}

/**
 * Reads a file with a known layout and finds the types of its columns. `isCut` is true if it is the beginning of a
 * longer file. `onRows` receives the number of counted rows.
 */
export async function readCsv(
  connection: DuckDBConnection,
  reading: CsvReading,
  found: CsvLayout,
  { isCut, onRows }: { readonly isCut: boolean; readonly onRows?: OnRows | undefined },
): Promise<CsvFile> {
  const { file, badRows } = reading
  const layout = cleanLayout(found, reading)
  const account = await countRecords(file, layout, { badRows, isCut, onRows })
  const source = csvSource(layout, account, reading)
  const all = await columnTypes(connection, layout, source, textPositions(layout, reading), reading)
  requireDates(all, reading.dateColumns ?? [])
  return { file, layout, account, source, columns: chosenColumns(all, reading.columnsRead) }
}

/** Returns the positions of columns without type detection: they stay text, or are not loaded. */
export function textPositions(
  { names }: CsvLayout,
  { textColumns = [], columnPlan = [] }: CsvReading,
): readonly number[] {
  const planned = columnPlan.filter(({ type, isExcluded }) => type === 'text' || isExcluded)
  return [...textColumns, ...planned.map(({ source }) => names.indexOf(source)).filter((at) => at >= 0)]
}

/** Rejects a file with a date column that has other values. */
function requireDates(columns: readonly CsvColumn[], names: readonly string[]): void {
  requireColumns(columns, names)
  const nonDateColumn = columns.find(({ name, type }) => names.includes(name) && !/^(DATE|TIMESTAMP)/.test(type))
  if (nonDateColumn)
    throw new ApiError('upload-unreadable', {
      args: [`its column "${nonDateColumn.name}" has values that are not dates`],
    })
}

/** Returns the line of the first row whose date satisfies a condition on its first two numbers. */
async function lineOfDate(
  connection: DuckDBConnection,
  { file, layout, source }: CsvFile,
  { name }: DateColumn,
  condition: (first: string, second: string) => string,
): Promise<string> {
  const value = valueText(dialect.quote(name))
  const part = (group: number) => `CAST(regexp_extract(value, '${DATE}', ${group}) AS INTEGER)`
  const numbered = `SELECT row_number() OVER () AS row, ${value} AS value FROM ${source}`
  const where = condition(part(1), part(3))
  const [first = {}] = await statementRows(
    connection,
    `SELECT min(row) AS row FROM (${numbered}) WHERE value IS NOT NULL AND ${where}`,
  )
  return String(await lineOfRow(file, layout, Number(first['row'])))
}

/** Rejects a file with ambiguous dates, unless an order is given. */
export async function rejectAmbiguousDates(connection: DuckDBConnection, csv: CsvFile): Promise<void> {
  const dates = csv.columns.flatMap(({ date }) => (date && !hasUnambiguousDateOrder(date) ? [date] : []))
  const mixed = dates.find(({ order }) => order === 'mixed')
  if (mixed) {
    const day = await lineOfDate(connection, csv, mixed, (first) => `${first} > 12`)
    const month = await lineOfDate(connection, csv, mixed, (_, second) => `${second} > 12`)
    throw new ApiError('upload-date-mixed', { args: [mixed.name, day, month] })
  }
  const either = dates.find(({ order }) => order === 'either')
  if (either) {
    const line = await lineOfDate(connection, csv, either, (first, second) => `${first} <> ${second}`)
    throw new ApiError('upload-date-order', { args: [either.name, line] })
  }
  const [year] = dates
  if (!year) return
  throw new ApiError('upload-date-year', { args: [year.name, await lineOfDate(connection, csv, year, () => 'true')] })
}

/** Returns the order for reading a date column; undefined if it stays text. */
export function orderOfColumn({ date }: CsvColumn, given: DateOrder | undefined): DateOrderRead | undefined {
  return date && orderOf(date, given ?? 'text')
}

/** Returns the columns of a file with their types. */
function typedColumns(
  { columns }: CsvFile,
  { decimal, hasPlainNumbers, ...given }: CsvReading,
): readonly SourceColumn[] {
  return columns.map((column) => {
    const raw = dialect.quote(column.name)
    const { name, type, number } = column
    const text = canonicalText(column, valueText(raw))
    const order = orderOfColumn(column, configuredDateOrder(given, name))
    if (column.date && order === undefined) return { name, type: 'VARCHAR', value: raw, raw, text }
    const value = order ? dateValue(text, order, type) : typedValue(column)
    const isPlain = number !== undefined || hasPlainNumbers
    return { name, type, value, raw, text, decimal: isPlain ? undefined : decimal }
  })
}

/** Returns a SELECT over a file with typed and named columns. */
export function typedRead(
  connection: DuckDBConnection,
  csv: CsvFile,
  reading: CsvReading,
  isPreview: boolean,
): Promise<PlannedRead> {
  return planRead(connection, typedColumns(csv, reading), csv.source, reading, isPreview)
}

/** Returns the common order of the unambiguous columns: a file usually has one order. */
function orderOfOthers(dates: readonly DateColumn[]): DateOrder {
  const orders = new Set(dates.map(({ order }) => order))
  return orders.has('month') && !orders.has('day') ? 'month' : 'day'
}

function withInterpretations(shown: PreviewColumn, columns: readonly CsvColumn[]): PreviewColumn {
  const column = columns.find(({ name }) => name === shown.name)
  const interpretations = column?.isYesNo ? (['yes-no'] as const) : numberInterpretations(column?.number)
  return interpretations ? { ...shown, interpretations } : shown
}

/** Returns the first rows of a text file as they would be loaded, with its detected properties. */
export async function csvPreview(connection: DuckDBConnection, reading: CsvReading): Promise<CsvPreview> {
  const found = await readCsv(connection, reading, await findLayout(reading), { isCut: true })
  const csv = { ...found, columns: withDecimals(found.columns) }
  const { layout, account } = csv
  const dates = csv.columns.flatMap(({ date }) => (date ? [date] : []))
  const ambiguousColumns = new Set(
    dates.filter((date) => !hasUnambiguousDateOrder(date) && date.order !== 'mixed').map(({ name }) => name),
  )
  const order = reading.dateOrder ?? orderOfOthers(dates)
  const read = await typedRead(connection, csv, { ...reading, dateOrder: order }, true)
  const shown = await firstRows(connection, read.select, ambiguousColumns)
  return {
    delimiter: layout.marks.delimiter,
    hasHeader: layout.hasHeader,
    unsure: [...layout.unsure, ...(found.columns.some(isEitherDecimal) ? ['decimal' as const] : [])],
    report: { ...account.report, ...badCellReport(read) },
    missing: csv.columns.flatMap(({ name, missing }) => (missing > 0 ? [{ name, count: missing }] : [])),
    dateOrder: ambiguousColumns.size > 0 ? order : null,
    ...shown,
    columns: shown.columns.map((column) => withInterpretations(column, csv.columns)),
  }
}
