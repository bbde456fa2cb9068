import type { DuckDBConnection } from '@duckdb/node-api'
import { Fault } from '#core/rest/fault.ts'
import type { DateOrder } from '#core/rest/upload.ts'
import { textLiteral } from '../ansi.ts'
import type { CsvBeginning, CsvReading } from '../engine.ts'
import { type CsvShape, lineOfRow } from './csv-lines.ts'
import { dialect } from './dialect.ts'

/** Rows and columns of a preview, and characters of one of its cells. */
const ROWS = 8
const COLUMNS = 60
const CHARACTERS = 120

/** Two numbers, a year, and a time of day or none: day and month in whatever order. */
const DATE = String.raw`\s*(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?))?\s*`

/** What was found out of a file. */
interface Sniffed {
  readonly delimiter: string
  readonly hasHeader: boolean
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly shape: CsvShape
  /** What `read_csv` has to be told to read it so, whatever types its columns have. */
  readonly options: readonly string[]
}

/** A column of dates with the month beside the day. */
interface DateColumn {
  readonly name: string
  /** `mixed`: some of its values begin with the day, others with the month. */
  readonly order: 'day' | 'month' | 'either' | 'mixed'
  readonly hasTime: boolean
}

const rowsOf = async (connection: DuckDBConnection, sql: string) =>
  (await connection.run(sql)).getRowObjectsJson() as Promise<readonly Record<string, unknown>[]>

/**
 * Finds out how a file is read. Refuses one whose first lines would be passed over although no head is found below
 * them: their fields are not as many as those of the rest, and they would be lost without a word.
 */
async function sniff(connection: DuckDBConnection, file: string, delimiter: string | undefined): Promise<Sniffed> {
  const asked = [textLiteral(file), 'sample_size = -1', ...(delimiter ? [`delim = ${textLiteral(delimiter)}`] : [])]
  const [row = {}] = await rowsOf(connection, `SELECT * FROM sniff_csv(${asked.join(', ')})`)
  const hasHeader = row['HasHeader'] === true
  const skip = Number(row['SkipRows'] ?? 0)
  if (skip > 0 && !hasHeader)
    throw new Fault('upload-unreadable', {
      args: [`its first ${skip} lines have other numbers of fields than those below`],
    })
  const mark = (name: string): string => {
    const text = row[name]
    return typeof text === 'string' && text !== '(empty)' ? text : ''
  }
  const found = mark('Delimiter')
  const columns = row['Columns'] as Sniffed['columns']
  const [quote, escape] = [mark('Quote'), mark('Escape')]
  return {
    delimiter: found,
    hasHeader,
    columns,
    shape: { delimiter: found, quote, escape, skip, hasHeader, columnCount: columns.length },
    options: [
      'sample_size = -1',
      'normalize_names = false',
      `delim = ${textLiteral(found)}`,
      `quote = ${textLiteral(quote)}`,
      `escape = ${textLiteral(escape)}`,
      `skip = ${skip}`,
      `header = ${hasHeader}`,
    ],
  }
}

function reading(file: string, { options }: Sniffed, asText: readonly string[]): string {
  const types = asText.map((name) => `${textLiteral(name)}: 'VARCHAR'`).join(', ')
  const more = asText.length > 0 ? [`types = {${types}}`] : []
  return `read_csv(${[textLiteral(file), ...options, ...more].join(', ')})`
}

/** The columns in which every value is such a date, and what their values say of its order. */
async function datesIn(connection: DuckDBConnection, file: string, sniffed: Sniffed): Promise<readonly DateColumn[]> {
  const asked = sniffed.columns.filter(({ type }) => /^(DATE|TIMESTAMP|VARCHAR)/.test(type))
  if (asked.length === 0) return []
  const names = asked.map(({ name }) => name)
  const facts = names.map((name, at) => {
    const value = dialect.quote(name)
    const part = (group: number) => `try_cast(regexp_extract(${value}, '${DATE}', ${group}) AS INTEGER)`
    return [
      `count(${value}) > 0 AND bool_and(${value} IS NULL OR regexp_full_match(${value}, '${DATE}')) AS is${at}`,
      `max(${part(1)}) AS first${at}`,
      `max(${part(2)}) AS second${at}`,
      `min(least(${part(1)}, ${part(2)})) AS least${at}`,
      `max(least(${part(1)}, ${part(2)})) AS lesser${at}`,
      `bool_and(${value} IS NULL OR regexp_matches(${value}, '[-/.]\\d{4}')) AS long${at}`,
      `bool_or(${part(1)} <> ${part(2)}) AS differ${at}`,
      `bool_or(regexp_extract(${value}, '${DATE}', 3) <> '') AS timed${at}`,
    ].join(', ')
  })
  const [row = {}] = await rowsOf(connection, `SELECT ${facts.join(', ')} FROM ${reading(file, sniffed, names)}`)
  return asked.flatMap(({ name, type }, at): readonly DateColumn[] => {
    const [first, second] = [Number(row[`first${at}`]), Number(row[`second${at}`])]
    // In every value one of the two is a month.
    const isMonth = Number(row[`least${at}`]) >= 1 && Number(row[`lesser${at}`]) <= 12
    const isDay = isMonth && Math.max(first, second) <= 31
    // Years of two figures look like numbers of versions: the engine has to take them for dates as well.
    const isYear = row[`long${at}`] === true || type !== 'VARCHAR'
    if (row[`is${at}`] !== true || !isDay || !isYear) return []
    const isEither = first <= 12 && second <= 12 && row[`differ${at}`] === true
    const hasTime = row[`timed${at}`] === true
    if (Math.min(first, second) > 12) return [{ name, order: 'mixed', hasTime }]
    const order = isEither ? 'either' : first > 12 || second <= 12 ? 'day' : 'month'
    return [{ name, order, hasTime }]
  })
}

/** A date of a text, in the order of its column; a value that is none ends the statement. */
function dateOf({ name, hasTime }: DateColumn, order: 'day' | 'month'): string {
  const value = dialect.quote(name)
  const day = order === 'day' ? '%d/%m' : '%m/%d'
  const formats = ['%Y', '%y'].flatMap((year) => ['', ' %H:%M', ' %H:%M:%S'].map((time) => `'${day}/${year}${time}'`))
  const even = `regexp_replace(replace(trim(${value}), 'T', ' '), '^(\\d+)[-.](\\d+)[-.]', '\\1/\\2/')`
  // Four figures are no year of two with more behind it; two are one of this century or the last.
  const long = `[${formats.slice(0, 3).join(', ')}]`
  const short = `[${formats.slice(3).join(', ')}]`
  const isLong = `regexp_matches(${value}, '[-/.]\\d{4}')`
  const date = `CASE WHEN ${isLong} THEN strptime(${even}, ${long}) ELSE strptime(${even}, ${short}) END`
  return `CAST(${date} AS ${hasTime ? 'TIMESTAMP' : 'DATE'}) AS ${value}`
}

/** A SELECT over a file in which each column of dates has one order: its own, or the one that is given. */
function ordered(file: string, sniffed: Sniffed, dates: readonly DateColumn[], given: DateOrder): string {
  const read = dates.flatMap((column) => {
    const order = column.order === 'either' ? given : column.order
    return order === 'text' || order === 'mixed' ? [] : [dateOf(column, order)]
  })
  const replaced = read.length > 0 ? ` REPLACE (${read.join(', ')})` : ''
  const names = dates.map(({ name }) => name)
  return `SELECT *${replaced} FROM ${reading(file, sniffed, names)}`
}

/** The line of the first row in which a value has its greater number first, or second, or has two that differ. */
async function lineOf(
  connection: DuckDBConnection,
  file: string,
  sniffed: Sniffed,
  { name }: DateColumn,
  found: '1 > 12' | '2 > 12' | '1 <> 2',
): Promise<string> {
  const texts = `SELECT * FROM ${reading(
    file,
    sniffed,
    sniffed.columns.map((column) => column.name),
  )}`
  const part = (group: number) => `CAST(regexp_extract(${dialect.quote(name)}, '${DATE}', ${group}) AS INTEGER)`
  const [left, sign, right] = found.split(' ') as [string, string, string]
  const test = `${part(Number(left))} ${sign} ${right === '2' ? part(2) : right}`
  const numbered = `SELECT row_number() OVER () AS row, ${dialect.quote(name)} FROM (${texts})`
  const [first = {}] = await rowsOf(connection, `SELECT min(row) AS row FROM (${numbered}) WHERE ${test}`)
  return String(await lineOfRow(file, sniffed.shape, Number(first['row'])))
}

/** Refuses a file that has dates of either order: the engine would take one of the two. */
async function requireOneOrder(connection: DuckDBConnection, file: string, sniffed: Sniffed): Promise<void> {
  const dates = await datesIn(connection, file, sniffed)
  const mixed = dates.find(({ order }) => order === 'mixed')
  if (mixed) {
    const [day, month] = [
      await lineOf(connection, file, sniffed, mixed, '1 > 12'),
      await lineOf(connection, file, sniffed, mixed, '2 > 12'),
    ]
    throw new Fault('upload-date-mixed', { args: [mixed.name, day, month] })
  }
  const either = dates.find(({ order }) => order === 'either')
  if (!either) return
  throw new Fault('upload-date-order', {
    args: [either.name, await lineOf(connection, file, sniffed, either, '1 <> 2')],
  })
}

/** The SELECT by which a file of text is loaded. */
export async function csvSource(connection: DuckDBConnection, given: CsvReading): Promise<string> {
  const { file, delimiter, dateOrder } = given
  const sniffed = await sniff(connection, file, delimiter)
  if (dateOrder === undefined) {
    await requireOneOrder(connection, file, sniffed)
    const options = [textLiteral(file), 'sample_size = -1', 'normalize_names = false']
    if (delimiter !== undefined) options.push(`delim = ${textLiteral(delimiter)}`)
    return `SELECT * FROM read_csv(${options.join(', ')})`
  }
  return ordered(file, sniffed, await datesIn(connection, file, sniffed), dateOrder)
}

/** The order that other columns of a file have, where they agree; people write one file in one order. */
function orderOfOthers(dates: readonly DateColumn[]): DateOrder {
  const orders = new Set(dates.map(({ order }) => order))
  return orders.has('month') && !orders.has('day') ? 'month' : 'day'
}

/** The first rows of a file of text, as they would be loaded, with what would be found out of it. */
export async function csvBeginning(connection: DuckDBConnection, given: CsvReading): Promise<CsvBeginning> {
  const sniffed = await sniff(connection, given.file, given.delimiter)
  const dates = await datesIn(connection, given.file, sniffed)
  const either = new Set(dates.flatMap(({ name, order }) => (order === 'either' ? [name] : [])))
  const order = given.dateOrder ?? orderOfOthers(dates)
  const isMixed = dates.some((column) => column.order === 'mixed')
  const source =
    either.size > 0 || isMixed || given.dateOrder !== undefined
      ? ordered(given.file, sniffed, dates, order)
      : `SELECT * FROM ${reading(given.file, sniffed, [])}`
  const shape = await rowsOf(connection, `DESCRIBE ${source}`)
  const columns = shape.slice(0, COLUMNS).map((each) => {
    const name = String(each['column_name'])
    return { name, type: String(each['column_type']), isEitherOrder: either.has(name) }
  })
  const cells = columns.map(
    ({ name }, at) => `left(CAST(${dialect.quote(name)} AS VARCHAR), ${CHARACTERS}) AS ${dialect.quote(`c${at}`)}`,
  )
  const rows = await rowsOf(connection, `SELECT ${cells.join(', ')} FROM (${source}) LIMIT ${ROWS}`)
  return {
    delimiter: sniffed.delimiter,
    hasHeader: sniffed.hasHeader,
    dateOrder: either.size > 0 ? order : null,
    columns,
    columnCount: shape.length,
    rows: rows.map((row) => columns.map((_, at) => (row[`c${at}`] ?? null) as string | null)),
  }
}
