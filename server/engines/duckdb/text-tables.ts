import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { textLiteral } from '../ansi.ts'
import { hasUnambiguousDateOrder, orderOf, tryDateValue } from './csv-dates.ts'
import { columnTypes, type CsvColumn, typeConditions, valueText } from './csv-types.ts'
import { dialect } from './dialect.ts'
import { statementRows } from './first-rows.ts'

/* Tables of CSV and JSON files: finds their columns and types, and prints the SELECT that reads them. */

/** Maximum size in bytes of the CSV or JSON files of a table. Its types are found by all of them, at about 50 MB/s on two cores. */
const MAX_TYPED_BYTES = 2 * 2 ** 30
/** The assumed ratio of the size of a text to that of its compressed file. */
const COMPRESSION_RATIO = 8
/** Maximum number of different layouts (columns, delimiters, quotes) of the CSV files of a table. */
export const MAX_CSV_LAYOUTS = 200
/** A name that no folder `key=value` has. */
const NO_PARTITION = '(none)'
/** Rows whose values select the types that are tested on all rows. */
const SAMPLE_ROWS = 1000

/** A CSV or JSON file of a table. */
export interface TextFile {
  /** The path for the engine, as a part of the statement. */
  readonly link: string
  readonly size: number
  readonly isCompressed: boolean
  /** The first line of a plain CSV file, if it is short and the beginning has no unusual quotes. */
  readonly firstLine?: string | undefined
}

/** The type of a column, and the SQL expression of its value. */
interface TypedColumn {
  readonly name: string
  /** The type in which the engine reads the column. */
  readonly readType: string
  readonly expression: string
}

/** Files of equal layout: the options of the reader, and the positions of the files. */
interface Layout {
  readonly options: readonly string[]
  /** Names of the columns in order. Undefined if the engine finds them itself. */
  readonly names?: readonly string[]
  readonly files: number[]
}

/** How the files of a table are read, without their paths. */
export interface TextTable {
  readonly reader: 'read_csv' | 'read_json'
  readonly layouts: readonly Layout[]
  readonly columns: readonly TypedColumn[]
  /** Types of the columns of folders `key=value`. */
  readonly partitions: readonly { readonly name: string; readonly type: string }[]
  /** The name of a column with the path of the file, which no other column has. */
  readonly fileColumn: string
}

/** Throws `data-files-many` if files are too large to find the types of their columns. */
export function requireTypedSize(name: string, files: readonly TextFile[]): void {
  const bytes = files.reduce((sum, { size, isCompressed }) => sum + size * (isCompressed ? COMPRESSION_RATIO : 1), 0)
  if (bytes <= MAX_TYPED_BYTES) return
  const unit = `GB of CSV or JSON (compressed files count ${COMPRESSION_RATIO} times)`
  throw new ApiError('data-files-many', { args: [name, MAX_TYPED_BYTES / 2 ** 30, unit] })
}

/** Returns the SELECT that reads a table. The engine detects nothing; a value that does not fit fails the statement. */
export function textTableSelect(table: TextTable, files: readonly TextFile[]): string {
  const { columns, partitions } = table
  const names = new Set(partitions.map(({ name }) => name.toLowerCase()))
  const values = columns
    .filter(({ name }) => !names.has(name.toLowerCase()))
    .map(({ name, expression }) => `${expression} AS ${dialect.quote(name)}`)
  const keys = partitions.map(({ name }) => dialect.quote(name))
  const types = new Map(columns.map(({ name, readType }) => [name.toLowerCase(), readType]))
  return `SELECT ${[...values, ...keys].join(', ')} FROM ${sourceOf(table, files, types)}`
}

/** Returns the FROM item that reads files with the given types, by name in lower case; other columns are text. */
function sourceOf(
  table: TextTable,
  files: readonly TextFile[],
  types: ReadonlyMap<string, string> = new Map(),
): string {
  const { reader, layouts, partitions, fileColumn } = table
  const hive = new Map(partitions.map(({ name, type }) => [name.toLowerCase(), type]))
  const hiveTypes = partitions.map(({ name, type }) => `${textLiteral(name)}: ${textLiteral(type)}`).join(', ')
  const sources = layouts.map(({ options, names, files: own }) => {
    const typed = names?.map((name) => {
      const key = name.toLowerCase()
      return `${textLiteral(name)}: ${textLiteral(hive.get(key) ?? types.get(key) ?? 'VARCHAR')}`
    })
    const all = [
      `[${own.map((index) => textLiteral(files[index]?.link ?? '')).join(', ')}]`,
      ...options,
      ...(typed ? [`columns = {${typed.join(', ')}}`] : []),
      `filename = ${textLiteral(fileColumn)}`,
      `hive_partitioning = ${partitions.length > 0}`,
      ...(partitions.length > 0 ? [`hive_types = {${hiveTypes}}`] : []),
    ]
    return `${reader}(${all.join(', ')})`
  })
  if (sources.length === 1) return sources[0] ?? ''
  return `(${sources.map((source) => `SELECT * FROM ${source}`).join(' UNION ALL BY NAME ')})`
}

function unusedName(names: readonly string[]): string {
  const used = new Set(names.map((name) => name.toLowerCase()))
  let name = 'file of row'
  while (used.has(name)) name += '_'
  return name
}

/** Returns the columns of folders `key=value` with the types of their values. */
async function partitionsOf(
  connection: DuckDBConnection,
  files: readonly TextFile[],
): Promise<TextTable['partitions']> {
  const links = files.map(({ link }) => textLiteral(link)).join(', ')
  // Only the paths are read.
  const options = `auto_detect = false, hive_partitioning = true, columns = {'${NO_PARTITION}': 'VARCHAR'}`
  const rows = await statementRows(connection, `DESCRIBE SELECT * FROM read_csv([${links}], ${options})`)
  return rows
    .map((row) => ({ name: String(row['column_name']), type: String(row['column_type']) }))
    .filter(({ name }) => name !== NO_PARTITION)
}

/** Returns a value; the statement fails with the path of the file if a text has no value. */
const requiredValueSql = (value: string, text: string, fileColumn: string): string =>
  `coalesce(${value}, CASE WHEN ${text} IS NOT NULL THEN error(${dialect.quote(fileColumn)}) END)`

/** Returns the value of a text in a type. Casts alone would round the decimals of integers. */
function checkedValue(text: string, type: string, fileColumn: string): string {
  const value = `try_cast(${text} AS ${type})`
  if (!/^(U?BIGINT|HUGEINT)$/.test(type)) return requiredValueSql(value, text, fileColumn)
  return requiredValueSql(
    `CASE WHEN CAST(${value} AS VARCHAR) = ltrim(${text}, '+') THEN ${value} END`,
    text,
    fileColumn,
  )
}

/**
 * Returns how CSV files are read: their layouts by their beginnings, and the types of their columns by all rows. Throws
 * `data-files-many`.
 */
export async function csvTable(
  connection: DuckDBConnection,
  name: string,
  files: readonly TextFile[],
  hasPartitions: boolean,
): Promise<TextTable> {
  const layouts = await layoutsOf(connection, name, files)
  const spellings = new Map<string, string>()
  for (const { names = [] } of layouts)
    for (const each of names) if (!spellings.has(each.toLowerCase())) spellings.set(each.toLowerCase(), each)
  const partitions = hasPartitions ? await partitionsOf(connection, files) : []
  const own = [...spellings.values()].filter(
    (each) => !partitions.some((partition) => partition.name.toLowerCase() === each.toLowerCase()),
  )
  const fileColumn = unusedName([...own, ...partitions.map((partition) => partition.name)])
  const plain: TextTable = { reader: 'read_csv', layouts, columns: [], partitions, fileColumn }
  const source = sourceOf(plain, files)
  const found = await columnTypes(connection, { names: own, sample: await sampleOf(connection, own, source) }, source)
  return { ...plain, columns: found.map((column) => typedColumn(column, fileColumn)) }
}

/** Returns the column of the view. Words for missing values, amounts and dates in several orders stay text. */
function typedColumn(column: CsvColumn, fileColumn: string): TypedColumn {
  const { name, type, date, number, isWrittenDate, isYesNo, missing } = column
  const raw = dialect.quote(name)
  const isText = type === 'VARCHAR' || missing > 0 || (number ?? isWrittenDate ?? isYesNo) !== undefined
  const order = date && hasUnambiguousDateOrder(date) ? orderOf(date, 'text') : undefined
  if (isText || (date && !order)) return { name, readType: 'VARCHAR', expression: raw }
  const text = `trim(${raw})`
  const expression = order
    ? requiredValueSql(tryDateValue(text, order, type), raw, fileColumn)
    : checkedValue(text, type, fileColumn)
  return { name, readType: 'VARCHAR', expression }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the first rows as text; columns without values there have one of a later row. */
async function sampleOf(
  connection: DuckDBConnection,
  names: readonly string[],
  source: string,
): Promise<readonly (readonly string[])[]> {
  const columns = names.map((name) => dialect.quote(name))
  const labels = columns.map((column, index) => `${column} AS c${index}`).join(', ')
  if (columns.length === 0) return []
  const rows = await statementRows(connection, `SELECT ${labels} FROM ${source} LIMIT ${SAMPLE_ROWS}`)
  const sample = rows.map((row) => names.map((_, index) => textOf(row[`c${index}`])))
  const missing = columns.flatMap((column, index) =>
    sample.some((row) => row[index]?.trim() !== '') ? [] : [`any_value(${valueText(column)}) AS c${index}`],
  )
  if (missing.length === 0) return sample
  const [later = {}] = await statementRows(connection, `SELECT ${missing.join(', ')} FROM ${source}`)
  return [...sample, names.map((_, index) => textOf(later[`c${index}`]))]
}

/** Returns the layouts of CSV files. A file whose first line is the header of another one has its layout. */
async function layoutsOf(
  connection: DuckDBConnection,
  name: string,
  files: readonly TextFile[],
): Promise<readonly Layout[]> {
  const layouts = new Map<string, Layout>()
  const byHeader = new Map<string, Layout>()
  const isEmpty = ({ size }: TextFile): boolean => size === 0
  const all = files.every(isEmpty)
  for (const [index, file] of files.entries()) {
    if (isEmpty(file) && !all) continue
    const { firstLine } = file
    const known = firstLine === undefined ? undefined : byHeader.get(firstLine)
    if (known) {
      known.files.push(index)
      continue
    }
    const found = await sniffLayout(connection, file.link)
    const key = JSON.stringify([found.options, found.names])
    const layout = layouts.get(key) ?? { ...found, files: [] }
    layouts.set(key, layout)
    layout.files.push(index)
    if (layouts.size > MAX_CSV_LAYOUTS) {
      throw new ApiError('data-files-many', { args: [name, MAX_CSV_LAYOUTS, 'layouts of CSV files'] })
    }
    if (firstLine !== undefined && found.startsWithHeader) byHeader.set(firstLine, layout)
  }
  return [...layouts.values()]
}

interface SniffedLayout {
  readonly options: readonly string[]
  readonly names: readonly string[]
  readonly startsWithHeader: boolean
}

const character = (value: unknown): string => (value === '(empty)' ? '' : textOf(value))

/** Returns the layout of a CSV file by its first rows. Without quotes in them, double quotes are assumed. */
async function sniffLayout(connection: DuckDBConnection, link: string): Promise<SniffedLayout> {
  const [row = {}] = await statementRows(connection, `FROM sniff_csv(${textLiteral(link)}, all_varchar = true)`)
  const quote = character(row['Quote']) || '"'
  const escape = character(row['Escape']) || quote
  const skip = Number(row['SkipRows'] ?? 0)
  const hasHeader = row['HasHeader'] === true
  const options = [
    'auto_detect = false',
    `delim = ${textLiteral(character(row['Delimiter']) || ',')}`,
    `quote = ${textLiteral(quote)}`,
    `escape = ${textLiteral(escape)}`,
    `comment = ${textLiteral(character(row['Comment']))}`,
    `skip = ${skip}`,
    `header = ${hasHeader}`,
  ]
  const columns = row['Columns'] as readonly { readonly name: string }[]
  return {
    options,
    names: columns.map(({ name }) => name),
    startsWithHeader: hasHeader && skip === 0 && quote === '"' && escape === quote,
  }
}

const JSON_OPTIONS = ['maximum_sample_files = -1', 'sample_size = -1', 'union_by_name = true', "dateformat = 'iso'"]
/** Types of JSON values that have a text, by which they are checked. */
const SCALAR = /^(U?BIGINT|HUGEINT|DOUBLE|BOOLEAN|DATE|TIME|UUID|TIMESTAMP( WITH TIME ZONE)?)$/

/** Returns how JSON files are read: the types of their columns by all values. */
export async function jsonTable(
  connection: DuckDBConnection,
  files: readonly TextFile[],
  hasPartitions: boolean,
): Promise<TextTable> {
  const partitions = hasPartitions ? await partitionsOf(connection, files) : []
  const positions = [...files.keys()]
  const detecting: TextTable = {
    reader: 'read_json',
    layouts: [{ options: JSON_OPTIONS, files: positions }],
    columns: [],
    partitions: [],
    fileColumn: 'file of row',
  }
  const links = files.map(({ link }) => textLiteral(link)).join(', ')
  const described = await statementRows(
    connection,
    `DESCRIBE SELECT * FROM read_json([${links}], ${JSON_OPTIONS.join(', ')}, hive_partitioning = false)`,
  )
  const found = described.map((row) => ({ name: String(row['column_name']), type: String(row['column_type']) }))
  const names = found.map(({ name }) => name)
  const fileColumn = unusedName([...names, ...partitions.map(({ name }) => name)])
  // Values that are not objects are one column with this name, which the engine does not read with explicit types.
  if (names.length === 1 && names[0] === 'json') {
    const columns = [{ name: 'json', readType: 'JSON', expression: '"json"' }]
    return { ...detecting, columns, partitions, fileColumn }
  }
  const plain = { ...detecting, layouts: [{ options: [], names, files: positions }], partitions, fileColumn }
  const readTypes = new Map(found.map(({ name, type }) => [name.toLowerCase(), jsonReadType(type)]))
  const typed = await checkedJsonTypes(connection, found, sourceOf(plain, files, readTypes))
  const columns = typed.map(({ name, type }): TypedColumn => {
    const raw = dialect.quote(name)
    return {
      name,
      readType: jsonReadType(type),
      expression: SCALAR.test(type) ? checkedValue(raw, type, fileColumn) : raw,
    }
  })
  return { ...plain, columns }
}

/** Returns the type in which a JSON value is read: text for a value that is checked. Times in objects stay text. */
const jsonReadType = (type: string): string =>
  SCALAR.test(type)
    ? 'VARCHAR'
    : type.replace(/\b(DATE|TIME|UUID|TIMESTAMP( WITH TIME ZONE)?)(?=[\s,)[\]]|$)/g, 'VARCHAR')

interface JsonColumn {
  readonly name: string
  readonly type: string
}

/** Returns the columns with types that hold all values exactly; integers as BIGINT if they fit, others as text. */
async function checkedJsonTypes(
  connection: DuckDBConnection,
  columns: readonly JsonColumn[],
  source: string,
): Promise<readonly JsonColumn[]> {
  const tests = columns.flatMap(({ name, type }, index) => {
    if (!SCALAR.test(type)) return []
    const x = dialect.quote(name)
    const all = (condition: string, label: string) =>
      `bool_and(${x} IS NULL OR coalesce(${condition}, false)) AS ${label}${index}`
    const fits = `try_cast(${x} AS ${type}) IS NOT NULL`
    if (type.endsWith('INT'))
      return [all(typeConditions.integer(x), 'small'), all(`CAST(try_cast(${x} AS ${type}) AS VARCHAR) = ${x}`, 'fits')]
    if (type !== 'DOUBLE') return [all(fits, 'fits')]
    const isExact = `try_cast(try_cast(${x} AS DOUBLE) AS HUGEINT) = try_cast(${x} AS HUGEINT)`
    return [all(`CASE WHEN regexp_full_match(${x}, '-?[0-9]+') THEN ${isExact} ELSE ${fits} END`, 'fits')]
  })
  if (tests.length === 0) return columns
  const [row = {}] = await statementRows(connection, `SELECT ${tests.join(', ')} FROM ${source}`)
  return columns.map(({ name, type }, index) => {
    if (row[`small${index}`] === true) return { name, type: 'BIGINT' }
    return { name, type: row[`fits${index}`] === false ? 'VARCHAR' : type }
  })
}
