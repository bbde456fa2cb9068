import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import { textLiteral } from '../ansi.ts'
import type { CsvPreview, CsvReading, OnRows } from '../engine.ts'
import { badCellReport, type PlannedRead, planRead } from './column-plan.ts'
import { withDateColumns } from './columnar-dates.ts'
import type { ColumnarColumn, ColumnarFile } from './columnar-file.ts'
import { chosenColumns, requireColumnCount } from './columns.ts'
import { dialect } from './dialect.ts'
import { firstRows, statementRows } from './first-rows.ts'
import { checkJson } from './json-check.ts'

/** Maximum size of one JSON object in bytes. */
const MAX_OBJECT_BYTES = 16 << 20
/** Nesting levels for which types are detected; deeper values are JSON. */
const TYPED_DEPTH = 2

/** Returns the SELECT that loads a Parquet or JSON file by its plan. */
export function plannedSelect(
  connection: DuckDBConnection,
  { columns, select }: ColumnarFile,
  reading: CsvReading,
  isPreview: boolean,
): Promise<PlannedRead> {
  const sources = columns.map(({ name, type }) => {
    const value = dialect.quote(name)
    const raw = type === 'VARCHAR' ? value : `CAST(${value} AS VARCHAR)`
    return { name, type, value, raw, text: `nullif(trim(${raw}), '')` }
  })
  return planRead(connection, sources, `(${select})`, reading, isPreview)
}

function reader({ file, format }: CsvReading): string {
  if (format === 'parquet') return `read_parquet(${textLiteral(file)})`
  const options = [
    textLiteral(file),
    "format = 'auto'",
    'sample_size = -1',
    `maximum_depth = ${TYPED_DEPTH}`,
    `maximum_object_size = ${MAX_OBJECT_BYTES}`,
  ]
  return `read_json(${options.join(', ')})`
}

const isNested = (type: string): boolean => /^(STRUCT|MAP|UNION|JSON)\b|\[\d*\]$/.test(type)

/** Reads the columns of a Parquet or JSON file. Throws `upload-unreadable` and `upload-columns`. */
export async function readColumnar(
  connection: DuckDBConnection,
  reading: CsvReading,
  { isPreview = false, onRows }: { readonly isPreview?: boolean; readonly onRows?: OnRows | undefined } = {},
): Promise<ColumnarFile> {
  const counted = await withoutPaths(countRows(connection, reading, onRows), reading)
  const source = reader(reading)
  const described = await withoutPaths(statementRows(connection, `DESCRIBE SELECT * FROM ${source}`), reading)
  requireColumnCount(described.length)
  const all = described.map((row) => ({ name: String(row['column_name']), type: String(row['column_type']) }))
  const chosen = chosenColumns(all, reading.columnsRead)
  const columns = await withoutPaths(narrowIntegers(connection, chosen, source, reading), reading)
  const values = columns.map(({ name, type }) => {
    const column = dialect.quote(name)
    const whole = type === 'BIGINT' ? `CAST(${column} AS BIGINT)` : column
    const value = isNested(type) ? `CAST(to_json(${column}) AS VARCHAR)` : whole
    return `${withoutNullValues(value, reading)} AS ${column}`
  })
  const limit = reading.maxRows === undefined ? '' : ` LIMIT ${reading.maxRows}`
  const file = {
    columns: columns.map(({ name, type }) => ({ name, type: isNested(type) ? 'VARCHAR' : type })),
    select: `SELECT ${values.join(', ')} FROM ${source}${limit}`,
    rows: Math.min(counted, reading.maxRows ?? Infinity),
  }
  return withoutPaths(withDateColumns(connection, file, reading, isPreview), reading)
}

/** Checks a file and returns the number of its rows, which Parquet states in its footer. */
async function countRows(connection: DuckDBConnection, reading: CsvReading, onRows?: OnRows): Promise<number> {
  if (reading.format === 'json') return checkJson(createReadStream(reading.file, { highWaterMark: 1 << 18 }), onRows)
  await requireParquet(reading.file)
  const [row = {}] = await statementRows(connection, `SELECT count(*) AS count FROM ${reader(reading)}`)
  return Number(row['count'])
}

/** Returns the columns with JSON integers as BIGINT if they fit: the engine chooses a larger type for negative ones. */
async function narrowIntegers(
  connection: DuckDBConnection,
  columns: readonly ColumnarColumn[],
  source: string,
  { format }: CsvReading,
): Promise<readonly ColumnarColumn[]> {
  const large = columns.filter(({ type }) => format === 'json' && type === 'HUGEINT')
  if (large.length === 0) return columns
  const aggregates = large.map(({ name }, index) => {
    const column = dialect.quote(name)
    return `bool_and(${column} IS NULL OR try_cast(${column} AS BIGINT) IS NOT NULL) AS fits${index}`
  })
  const [row = {}] = await statementRows(connection, `SELECT ${aggregates.join(', ')} FROM ${source}`)
  const fitting = new Set(large.filter((_, index) => row[`fits${index}`] === true))
  return columns.map((column) => (fitting.has(column) ? { ...column, type: 'BIGINT' } : column))
}

/** Returns a value; NULL if its text marks a missing value. */
function withoutNullValues(value: string, { nullValues = [] }: CsvReading): string {
  if (nullValues.length === 0) return value
  const cases = nullValues.map((text) => `WHEN ${textLiteral(text)} THEN NULL`).join(' ')
  return `CASE CAST(${value} AS VARCHAR) ${cases} ELSE ${value} END`
}

/** Returns the report of a file whose format has no header and no broken records. */
export function columnarReport(rows: number, read?: PlannedRead): UploadReport {
  const counts = { blank: 0, 'above-header': 0, short: 0, long: 0 }
  const records = rows + (read?.skippedRows ?? 0)
  return { records, rows, has_header: false, counts, reported: [], ...(read && badCellReport(read)) }
}

/** Returns the first rows of a Parquet or JSON file, as they would be loaded. */
export async function columnarPreview(connection: DuckDBConnection, reading: CsvReading): Promise<CsvPreview> {
  const columnar = await readColumnar(connection, reading, { isPreview: true })
  const read = await withoutPaths(plannedSelect(connection, columnar, reading, true), reading)
  const { select } = read
  const count = async () =>
    (await statementRows(connection, `SELECT count(*)::VARCHAR AS rows FROM (${select})`))[0] ?? {}
  const { rows } = await withoutPaths(count(), reading)
  const shown = await withoutPaths(firstRows(connection, select), reading)
  const found = { delimiter: '', hasHeader: true, unsure: [], missing: [], dateOrder: null }
  return { ...found, ...shown, report: columnarReport(Number(rows), read) }
}

const MAGIC = 'PAR1'

async function requireParquet(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const textAt = async (from: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, Math.max(0, from))
      return buffer.toString('latin1', 0, bytesRead)
    }
    if ((await textAt(0)) !== MAGIC) throw new ApiError('upload-unreadable', { args: ['it is not a Parquet file'] })
    if ((await textAt(size - MAGIC.length)) !== MAGIC)
      throw new ApiError('upload-unreadable', { args: ['its end is missing'] })
  } finally {
    await file.close()
  }
}

/** The end of a JSON reader message that names a position in the file. */
const JSON_PLACE = /at byte \d+ in (?:record\/value|line) (\d+)(?: of file)?: ([^.\n]+)/
const COLUMN = /(?:column|Column name|key) "([^"\n]{1,80})"/

/** Passes ApiErrors on, and reports messages of the engine's readers without server paths. */
export async function withoutPaths<T>(work: Promise<T>, { format }: CsvReading): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof Error)) throw error
    throw new ApiError('upload-unreadable', { args: [reasonOf(error.message, format)], cause: error })
  }
}

function reasonOf(message: string, format: CsvReading['format']): string {
  const [, line, reasonText] = JSON_PLACE.exec(message) ?? []
  // The engine includes the unreadable record in its count.
  if (line !== undefined) return `it is not JSON in record ${Number(line) - 1}: ${reasonText}`
  if (message.includes('maximum_object_size')) return `it has an object larger than ${MAX_OBJECT_BYTES >> 20} MB`
  const column = COLUMN.exec(message)?.[1]
  const where = column === undefined ? '' : `, in the column "${column}"`
  return `its content is not ${format === 'json' ? 'JSON' : 'Parquet'} that can be read${where}`
}
