import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { CsvReading } from '../engine.ts'
import type { ColumnarFile } from './columnar-file.ts'
import { requireColumns, ROW } from './columns.ts'
import { type DateOrderRead, dateValue, tryDateValue } from './csv-dates.ts'
import { toQuestionError } from './csv-ambiguities.ts'
import { typeConditions } from './csv-types.ts'
import { dialect } from './dialect.ts'
import { statementRows } from './first-rows.ts'

type Row = Readonly<Record<string, unknown>>

const ORDERS = ['day', 'month', 'year'] as const
const textOf = (name: string): string => `nullif(trim(${dialect.quote(name)}), '')`

/**
 * Returns aggregates over the texts of a column, named by its position, that tell which date format all of them have.
 */
function aggregatesOf(name: string, at: number): readonly string[] {
  const x = textOf(name)
  const all = (condition: string, fact: string) =>
    `bool_and(${x} IS NULL OR coalesce(${condition}, false)) AS ${fact}${at}`
  const [day, month] = [tryDateValue(x, 'day', 'TIMESTAMP'), tryDateValue(x, 'month', 'TIMESTAMP')]
  return [
    all(typeConditions.date(x), 'iso'),
    all(`(${typeConditions.date(x)} OR ${typeConditions.timestamp(x)})`, 'moment'),
    ...ORDERS.map((order) => all(`${tryDateValue(x, order, 'TIMESTAMP')} IS NOT NULL`, order)),
    `bool_or(contains(${x}, ':')) AS timed${at}`,
    `min(${ROW}) FILTER (${day} <> ${month}) AS differs${at}`,
  ]
}

const notDates = (name: string): ApiError =>
  new ApiError('upload-unreadable', { args: [`its column "${name}" has values that are not dates`] })

/** Returns the order of the dates of a column. A preview reads ambiguous dates with the day first. */
function orderOf(
  name: string,
  at: number,
  row: Row,
  { dateOrder, namedDateOrder }: CsvReading,
  isPreview: boolean,
): DateOrderRead {
  const is = (fact: string): boolean => row[`${fact}${at}`] === true
  if (namedDateOrder === undefined && dateOrder !== undefined && dateOrder !== 'text') {
    if (!is(dateOrder)) throw notDates(name)
    return dateOrder
  }
  const differs = Number(row[`differs${at}`] ?? 0)
  const isAmbiguous = is('day') && is('month') && differs > 0
  if (isAmbiguous && namedDateOrder !== undefined) return namedDateOrder
  if (isAmbiguous && !isPreview) throw toQuestionError(new ApiError('upload-date-order', { args: [name, differs] }))
  const found = (['day', 'month'] as const).find(is)
  if (!found) throw notDates(name)
  return found
}

/** Returns the value expression and type of a text column with dates. */
function dateColumnExpression(name: string, at: number, row: Row, given: CsvReading, isPreview: boolean) {
  const x = textOf(name)
  if (row[`iso${at}`] === true) return { type: 'DATE', value: `CAST(${x} AS DATE)` }
  if (row[`moment${at}`] === true) return { type: 'TIMESTAMP', value: `CAST(${x} AS TIMESTAMP)` }
  if (given.dateOrder === 'text' && given.namedDateOrder === undefined)
    return { type: 'VARCHAR', value: dialect.quote(name) }
  const type = row[`timed${at}`] === true ? 'TIMESTAMP' : 'DATE'
  return { type, value: dateValue(x, orderOf(name, at, row, given, isPreview), type) }
}

/**
 * Returns a file with the texts of its date columns converted to dates. Throws `upload-unreadable` if a column has
 * other values, and an error with a question if the order of day and month is ambiguous.
 */
export async function withDateColumns(
  connection: DuckDBConnection,
  file: ColumnarFile,
  reading: CsvReading,
  isPreview: boolean,
): Promise<ColumnarFile> {
  const names = reading.dateColumns ?? []
  requireColumns(file.columns, names)
  const wanted = file.columns.filter(({ name, type }) => names.includes(name) && !/^(DATE|TIMESTAMP)/.test(type))
  const other = wanted.find(({ type }) => type !== 'VARCHAR')
  if (other) throw notDates(other.name)
  if (wanted.length === 0) return file
  const aggregates = wanted.flatMap(({ name }, index) => aggregatesOf(name, index))
  const numbered = `SELECT *, row_number() OVER () AS ${ROW} FROM (${file.select})`
  const [row = {}] = await statementRows(connection, `SELECT ${aggregates.join(', ')} FROM (${numbered})`)
  const values = new Map(
    wanted.map(({ name }, index) => [name, dateColumnExpression(name, index, row, reading, isPreview)]),
  )
  const columns = file.columns.map((column) => ({ ...column, type: values.get(column.name)?.type ?? column.type }))
  const selected = columns.map(
    ({ name }) => `${values.get(name)?.value ?? dialect.quote(name)} AS ${dialect.quote(name)}`,
  )
  return { ...file, columns, select: `SELECT ${selected.join(', ')} FROM (${file.select})` }
}
