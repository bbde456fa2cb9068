import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { type BadCellList, type ColumnPlan, type DateOrder, MAX_BAD_CELLS, type PlanType } from '#core/rest/upload.ts'
import { textLiteral } from '../ansi.ts'
import type { CsvReading } from '../engine.ts'
import { requireColumns, ROW } from './columns.ts'
import { configuredDateOrder, tryDateValue } from './csv-dates.ts'
import type { DecimalCharacter } from './csv-numbers.ts'
import { typeConditions } from './csv-types.ts'
import { isoText } from './csv-written-dates.ts'
import { dialect } from './dialect.ts'
import { statementRows } from './first-rows.ts'

/** Maximum number of characters of a listed bad cell. */
const MAX_CHARACTERS = 120

/** A column of a file, as SQL expressions over its rows. */
export interface SourceColumn {
  readonly name: string
  /** The type name of `value` in the engine. */
  readonly type: string
  readonly value: string
  /** The text in the file. */
  readonly raw: string
  /** The text without surrounding white space; NULL for a missing value. */
  readonly text: string
  /** The decimal separator of numbers in the text; default: a point. */
  readonly decimal?: DecimalCharacter | undefined
}

/** The columns of a file as they are loaded. */
export interface PlannedRead {
  /** A SELECT of the columns with their names. */
  readonly select: string
  /** Cells that do not have the planned type. */
  readonly badCells: BadCellList
  /** Number of rows that the SELECT skips. */
  readonly skippedRows: number
}

interface PlannedColumn {
  readonly source: SourceColumn
  readonly name: string
  readonly value: string
  /** The planned type, and the condition for cells that do not have it. */
  readonly check?: { readonly type: PlanType; readonly isBad: string }
}

const DIGITS = String.raw`[+-]?\d+(\.0*)?`
const GROUPED = String.raw`[+-]?\d{1,3}(,\d{3})+(\.\d*)?`
const DECIMAL_COMMA = String.raw`[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d*)?`
const DECIMAL = String.raw`[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?`
const TRUE_WORDS = ['true', 'yes', 't', 'y', '1']
const FALSE_WORDS = ['false', 'no', 'f', 'n', '0']

/** Engine types whose values already have a planned type. */
const SAME: Readonly<Record<PlanType, RegExp>> = {
  text: /^VARCHAR$/,
  integer: /^(U?(TINY|SMALL|BIG)INT|U?INTEGER)$/,
  number: /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*)$/,
  boolean: /^BOOLEAN$/,
  date: /^DATE$/,
  timestamp: /^TIMESTAMP/,
}

/** Returns the text of a number without currency symbol and thousands separators. */
function numberText({ text, decimal }: SourceColumn): string {
  const plain = `regexp_replace(${text}, '^([+-]?)[$€£¥] ?', '\\1')`
  if (decimal === ',')
    return `CASE WHEN regexp_full_match(${plain}, '${DECIMAL_COMMA}') THEN replace(replace(${plain}, '.', ''), ',', '.') END`
  return `CASE WHEN regexp_full_match(${plain}, '${GROUPED}') THEN replace(${plain}, ',', '') ELSE ${plain} END`
}

const oneOf = (text: string, words: readonly string[]): string =>
  `lower(${text}) IN (${words.map(textLiteral).join(', ')})`

/** Returns the value of a text in a planned type; NULL if the text does not have the type. */
function tryValue(type: Exclude<PlanType, 'text'>, source: SourceColumn, dateOrder: DateOrder | undefined): string {
  const { text } = source
  if (type === 'boolean')
    return `CASE WHEN ${oneOf(text, TRUE_WORDS)} THEN true WHEN ${oneOf(text, FALSE_WORDS)} THEN false END`
  if (type === 'integer') {
    const number = numberText(source)
    return `CASE WHEN regexp_full_match(${number}, '${DIGITS}') THEN try_cast(regexp_replace(${number}, '\\.0*$', '') AS BIGINT) END`
  }
  if (type === 'number') {
    const number = numberText(source)
    const value = `try_cast(${number} AS DOUBLE)`
    return `CASE WHEN regexp_full_match(${number}, '${DECIMAL}') AND isfinite(${value}) THEN ${value} END`
  }
  const name = type === 'date' ? 'DATE' : 'TIMESTAMP'
  const order = dateOrder === 'text' ? undefined : dateOrder
  const iso =
    type === 'date' ? typeConditions.date(text) : `(${typeConditions.timestamp(text)} OR ${typeConditions.date(text)})`
  const written = `CAST(${isoText(text)} AS ${name})`
  const other = order === undefined ? written : `coalesce(${tryDateValue(text, order, name)}, ${written})`
  return `CASE WHEN ${iso} THEN try_cast(${text} AS ${name}) ELSE ${other} END`
}

function plannedColumn(
  source: SourceColumn,
  plan: ColumnPlan | undefined,
  order: DateOrder | undefined,
): PlannedColumn {
  const name = plan?.name ?? source.name
  const type = plan?.type
  if (type === undefined || SAME[type].test(source.type)) {
    // A text column keeps the text of the file, including leading zeros and white space.
    return { source, name, value: type === 'text' ? source.raw : source.value }
  }
  if (type === 'text') return { source, name, value: source.raw }
  if (type === 'timestamp' && source.type === 'DATE')
    return { source, name, value: `CAST(${source.value} AS TIMESTAMP)` }
  if (type === 'date' && source.type.startsWith('TIMESTAMP')) {
    const value = `CAST(${source.value} AS DATE)`
    const isBad = `coalesce(CAST(${value} AS ${source.type}) <> ${source.value}, false)`
    return { source, name, value, check: { type, isBad } }
  }
  const value = tryValue(type, source, order)
  return { source, name, value, check: { type, isBad: `(${source.text} IS NOT NULL AND (${value}) IS NULL)` } }
}

/** Throws `upload-columns`, `upload-no-columns` and `upload-column-names`. */
function requirePlan(columns: readonly { readonly name: string }[], plan: readonly ColumnPlan[]): void {
  requireColumns(
    columns,
    plan.map(({ source }) => source),
  )
  const plans = new Map(plan.map((each) => [each.source, each]))
  const loaded = columns.filter(({ name }) => !plans.get(name)?.isExcluded)
  if (loaded.length === 0 && columns.length > 0) throw new ApiError('upload-no-columns')
  const names = new Set<string>()
  for (const { name } of loaded) {
    const given = plans.get(name)?.name ?? name
    if (names.has(given.toLowerCase())) throw new ApiError('upload-column-names', { args: [given] })
    names.add(given.toLowerCase())
  }
}

const NO_BAD_CELLS: BadCellList = { count: 0, first: [] }

/**
 * Returns the SELECT that loads the columns of a file by a plan. `from` supplies the rows for the column expressions. A
 * preview rejects nothing: its bad cells are NULL. Throws `upload-bad-cells` and the errors of `requirePlan`.
 */
export async function planRead(
  connection: DuckDBConnection,
  columns: readonly SourceColumn[],
  from: string,
  { columnPlan = [], badCells = 'refuse', rowNumbers, ...given }: CsvReading,
  isPreview: boolean,
): Promise<PlannedRead> {
  requirePlan(columns, columnPlan)
  const plans = new Map(columnPlan.map((each) => [each.source, each]))
  const planned = columns
    .filter(({ name }) => !plans.get(name)?.isExcluded)
    .map((column) => plannedColumn(column, plans.get(column.name), configuredDateOrder(given, column.name)))
  if (planned.some(({ name }) => name.toLowerCase() === rowNumbers?.toLowerCase()))
    throw new ApiError('upload-column-names', { args: [rowNumbers ?? ''] })
  const bad = await badColumns(connection, planned, from)
  const list = bad.count === 0 ? NO_BAD_CELLS : await listOf(connection, bad, from)
  const [first] = list.first
  if (first && badCells === 'refuse' && !isPreview) {
    const args = [list.count, first.value, first.row, first.column, first.reason]
    throw new ApiError('upload-bad-cells', { args, extra: { bad_cells: list } })
  }
  const isText = (column: PlannedColumn) => badCells === 'text' && bad.columns.includes(column)
  const values = planned.map(
    (column) => `${isText(column) ? column.source.raw : column.value} AS ${dialect.quote(column.name)}`,
  )
  if (rowNumbers !== undefined) values.unshift(`row_number() OVER () - 1 AS ${dialect.quote(rowNumbers)}`)
  const isSkipped = badCells === 'skip' && bad.count > 0
  const where = isSkipped ? ` WHERE NOT coalesce(${anyBad(bad.columns)}, false)` : ''
  return {
    select: `SELECT ${values.join(', ')} FROM ${from}${where}`,
    badCells: list,
    skippedRows: isSkipped ? bad.rows : 0,
  }
}

const anyBad = (columns: readonly PlannedColumn[]): string =>
  columns.flatMap(({ check }) => check?.isBad ?? []).join(' OR ')

interface BadColumns {
  readonly columns: readonly PlannedColumn[]
  /** Number of bad cells, and of rows with bad cells. */
  readonly count: number
  readonly rows: number
}

async function badColumns(
  connection: DuckDBConnection,
  planned: readonly PlannedColumn[],
  from: string,
): Promise<BadColumns> {
  const checked = planned.filter(({ check }) => check !== undefined)
  if (checked.length === 0) return { columns: [], count: 0, rows: 0 }
  const counts = checked.map(({ check }, index) => `count(*) FILTER (${check?.isBad}) AS c${index}`)
  const sql = `SELECT count(*) FILTER (${anyBad(checked)}) AS bad_rows, ${counts.join(', ')} FROM ${from}`
  const [row = {}] = await statementRows(connection, sql)
  const count = (at: number): number => Number(row[`c${at}`])
  return {
    columns: checked.filter((_, index) => count(index) > 0),
    count: checked.reduce((sum, _, index) => sum + count(index), 0),
    rows: Number(row['bad_rows']),
  }
}

async function listOf(
  connection: DuckDBConnection,
  { columns, count }: BadColumns,
  from: string,
): Promise<BadCellList> {
  const cells = columns.flatMap(({ source, check }, index) => [
    `${source.raw} AS raw${index}`,
    `coalesce(${check?.isBad}, false) AS bad${index}`,
  ])
  const numbered = `SELECT row_number() OVER () AS ${ROW}, ${cells.join(', ')} FROM ${from}`
  const lists = columns.map(
    (_, index) => `SELECT ${ROW}, ${index} AS position, raw${index} AS value FROM numbered WHERE bad${index}`,
  )
  const sql =
    `WITH numbered AS (${numbered}) SELECT ${ROW} AS row_number, position, left(value, ${MAX_CHARACTERS}) AS value ` +
    `FROM (${lists.join(' UNION ALL ')}) ORDER BY 1, 2 LIMIT ${MAX_BAD_CELLS}`
  const rows = await statementRows(connection, sql)
  const first = rows.flatMap((row) => {
    const column = columns[Number(row['position'])]
    if (!column?.check) return []
    const { source, check } = column
    return [{ row: Number(row['row_number']), column: source.name, value: String(row['value']), reason: check.type }]
  })
  return { count, first }
}

/** Returns the report fields for the bad cells of a load; empty if there are none. */
export function badCellReport({ badCells, skippedRows }: PlannedRead) {
  if (badCells.count === 0) return {}
  return { bad_cells: badCells, ...(skippedRows > 0 && { skipped_rows: skippedRows }) }
}

/**
 * Returns a SELECT of the columns of a file with the names of a plan, without excluded ones, and the columns with these
 * names, for appending to a table. Throws `upload-append-types` if the plan has types.
 */
export function renamedColumns<C extends { readonly name: string }>(
  columns: readonly C[],
  plan: readonly ColumnPlan[] | undefined,
  table: string,
): readonly (C & { readonly source: string })[] {
  if (plan?.some(({ type }) => type !== undefined)) throw new ApiError('upload-append-types', { args: [table] })
  requirePlan(columns, plan ?? [])
  const plans = new Map((plan ?? []).map((each) => [each.source, each]))
  return columns
    .filter(({ name }) => !plans.get(name)?.isExcluded)
    .map((column) => ({ ...column, name: plans.get(column.name)?.name ?? column.name, source: column.name }))
}

/** Returns the rows of a file with columns under their new names, as a FROM item. */
export function renamedSource(columns: readonly { readonly name: string; readonly source: string }[], from: string) {
  const values = columns.map(({ name, source }) => `${dialect.quote(source)} AS ${dialect.quote(name)}`)
  return `(SELECT ${values.join(', ')} FROM ${from})`
}
