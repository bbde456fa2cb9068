import type { StatementSyncInstance } from '@photostructure/sqlite'
import { ApiError } from '#core/rest/api-error.ts'
import { genericOf } from '#core/table/logical-type.ts'
import { NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import type { Bytes, ResultLayout, TableColumn, TablePage, TableSearch } from '../engine.ts'
import type { PlanStep } from '../query-plan.ts'
import { bytesCollector } from '../shared/results.ts'
import type { Param } from '../sql.ts'
import { resultColumn } from '../result-column.ts'
import { tooLarge } from '../result-too-large.ts'
import type { SqliteCalls, SqliteQuery, SqliteStatement } from './calls.ts'
import { columnsOf, tableMetadataOf, tablesOf, findTablesOf } from './catalogue.ts'
import { cellsOf, logicalTypeNamedBy, type SqliteValue, type TypedCells } from './cells.ts'
import { dialect, timeText } from './dialect.ts'
import { openDatabase, restrict, type SqliteDatabase, type TableRead, unrestrict } from './open.ts'

type Row = readonly (SqliteValue | null)[]

const CHUNK_ROWS = 2000
/** Number of rows that are printed at a time: the text of all rows could be longer than a string may be. */
const PRINTED_ROWS = 500
/** Number of rows that the types of expressions without a declared type are read from. */
const SAMPLE_ROWS = 100
const NUMBER_BYTES = 8
const MAX_PLAN_DEPTH = 100

interface RunningScan {
  readonly rows: Iterator<Row>
  readonly declared: readonly (string | null)[]
  readonly query: SqliteQuery
  rowCount: number
}

/** Rows that a statement returned, as columns. */
interface RawColumns {
  readonly columns: readonly (readonly (SqliteValue | null)[])[]
  readonly rowCount: number
  readonly isLast: boolean
}

/** A database file open for reading, in its own process. It runs one call at a time. */
export class SqliteReader {
  readonly #database: SqliteDatabase
  #scan: RunningScan | undefined
  /** Held while its rows are read: its iterator does not keep it from collection. */
  #statement: StatementSyncInstance | undefined

  constructor(file: string) {
    this.#database = openDatabase(file)
    // A file that is no database fails here.
    this.#ours(() => this.#database.prepare('SELECT COUNT(*) FROM sqlite_schema').all())
  }

  bytes({ layout, ...query }: SqliteQuery & { readonly layout: ResultLayout }): Bytes {
    const { rows, declared } = this.#start(query)
    return bytesOf(takeRows(rows[Symbol.iterator](), query, query.maxRows), declared, query.labels, layout)
  }

  scan(query: SqliteQuery): null {
    const { rows, declared } = this.#start(query)
    this.#scan = { rows: rows[Symbol.iterator](), declared, query, rowCount: 0 }
    return null
  }

  scanNext(): Bytes & { readonly isLast: boolean } {
    const scan = this.#scan
    if (!scan) throw new Error('No statement is read in chunks')
    const taken = takeRows(scan.rows, scan.query, Math.min(CHUNK_ROWS, scan.query.maxRows - scan.rowCount))
    scan.rowCount += taken.rowCount
    const isLast = taken.isLast || scan.rowCount >= scan.query.maxRows
    if (isLast) this.#scan = undefined
    return { ...bytesOf(taken, scan.declared, scan.query.labels, 'columns'), isLast }
  }

  /** See `SqliteCalls.otherTable`. */
  otherTable(text: string, tables: readonly string[]): string | null {
    const own = new Map(this.tables().map(({ name, kind }) => [dialect.fold(name), kind]))
    const reads: TableRead[] = []
    restrict(this.#database, reads)
    try {
      this.#database.prepare(text)
    } catch {
      return null
    }
    const named = new Set(tables)
    // Each round adds the tables of one more level of views.
    for (let size = -1; size < named.size; ) {
      size = named.size
      for (const { table, within } of reads) {
        const view = within === null ? '' : dialect.fold(within)
        if (named.has(view) && own.get(view) === 'view') named.add(dialect.fold(table))
      }
    }
    // Other names are those of common table expressions and functions.
    const read = reads.map(({ table }) => dialect.fold(table)).filter((table) => own.has(table))
    return read.find((table) => !named.has(table)) ?? null
  }

  tables(): SqliteCalls['tables'][1] {
    return this.#ours(() => tablesOf(this.#database))
  }

  findTables(search: TableSearch): TablePage {
    return this.#ours(() => findTablesOf(this.#database, search))
  }

  columns(table: string): SqliteCalls['columns'][1] {
    return this.#ours(() => columnsOf(this.#database, table))
  }

  tableMetadata(table: string): SqliteCalls['tableMetadata'][1] {
    return this.#ours(() => tableMetadataOf(this.#database, table))
  }

  shape({ text, params }: SqliteStatement): readonly TableColumn[] {
    restrict(this.#database)
    const statement = this.#database.prepare(`SELECT * FROM (${text}\n) LIMIT ${SAMPLE_ROWS}`)
    const columns = statement.columns()
    const isTyped = columns.every(({ type }) => logicalTypeNamedBy(type ?? '') !== undefined)
    const rows = isTyped ? [] : (statement.all(...params.map(valueOf)) as Row[])
    return columns.map(({ name, type }, index) => ({
      name,
      ...shapeOf(
        type,
        rows.map((row) => row[index] ?? null),
      ),
      nullable: true,
    }))
  }

  plan({ text, params }: SqliteStatement): PlanStep {
    // The statement itself is compiled with the restrictions of users.
    restrict(this.#database)
    this.#database.prepare(text)
    const rows = this.#ours(
      () => this.#database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...params.map(valueOf)) as Row[],
    )
    const children = (parent: bigint, depth: number): readonly PlanStep[] =>
      depth > MAX_PLAN_DEPTH
        ? []
        : rows
            .filter((row) => row[1] === parent)
            .map((row) => {
              const [name = '', ...rest] = String(row[3]).split(' ')
              return {
                name,
                detail: rest.join(' '),
                cost: null,
                rows: null,
                children: children(row[0] as bigint, depth + 1),
              }
            })
    return { name: 'QUERY PLAN', detail: '', cost: null, rows: null, children: children(0n, 0) }
  }

  #start({ text, params, labels }: SqliteQuery): {
    readonly rows: Iterable<Row>
    readonly declared: readonly (string | null)[]
  } {
    restrict(this.#database)
    const statement = this.#database.prepare(text)
    const columns = statement.columns()
    if (columns.length < labels.length) throw new ApiError('columns-lost')
    this.#statement = statement
    return {
      rows: this.#statement.iterate(...params.map(valueOf)) as Iterable<Row>,
      declared: columns.map(({ type }) => type),
    }
  }

  #ours<T>(work: () => T): T {
    unrestrict(this.#database)
    return work()
  }
}

/** Returns the types of a column of a statement; without a declared type, those of its values. */
function shapeOf(
  declared: string | null,
  values: readonly (SqliteValue | null)[],
): Pick<TableColumn, 'type' | 'logical' | 'generic'> {
  const known = logicalTypeNamedBy(declared ?? '')
  if (declared !== null && known !== undefined)
    return { type: declared.toUpperCase(), logical: known, generic: genericOf(known) }
  const { type, isDays } = cellsOf(null, values)
  if (type === NUMERIC) return { type: 'NUMERIC', logical: 'double', generic: NUMERIC }
  if (type !== TEMPORAL) return { type: 'TEXT', logical: 'text', generic: STRING }
  return isDays
    ? { type: 'DATE', logical: 'date', generic: TEMPORAL }
    : { type: 'TIMESTAMP', logical: 'timestamp', generic: TEMPORAL }
}

/** Returns the next rows, at most as many as given. Throws `result-too-large`. */
function takeRows(rows: Iterator<Row>, { labels, maxBytes }: SqliteQuery, maxRows: number): RawColumns {
  const columns: (SqliteValue | null)[][] = labels.map(() => [])
  let bytes = 0
  for (let rowCount = 0; rowCount < maxRows; rowCount++) {
    const next = rows.next()
    if (next.done === true) return { columns, rowCount, isLast: true }
    for (const value of next.value) bytes += sizeOf(value)
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    for (let index = 0; index < columns.length; index++) columns[index]?.push(next.value[index] ?? null)
  }
  return { columns, rowCount: maxRows, isLast: false }
}

/** Returns the rows of a statement as JSON bytes. `declared` are the types of its columns. */
function bytesOf(
  { columns, rowCount }: RawColumns,
  declared: readonly (string | null)[],
  labels: readonly string[],
  layout: ResultLayout,
): Bytes {
  const cells = columns.map((values, index) => cellsOf(declared[index] ?? null, values))
  if (layout === 'rows') return recordsOf(cells, rowCount, labels)
  const lists = cells.flatMap(({ values }, index) => [index === 0 ? '[' : ',[', ...printList(values), ']'])
  return {
    data: Buffer.concat(['[', ...lists, ']'].map((text) => Buffer.from(text))),
    columns: cells.map((column, index) => resultColumn(labels[index] ?? '', column)),
    rowCount,
  }
}

function recordsOf(cells: readonly TypedCells[], rowCount: number, labels: readonly string[]): Bytes {
  const collector = bytesCollector<Value>('rows', labels)
  collector.begin(cells.map((column) => ({ ...column, value: (cell) => cell, json: (cell) => JSON.stringify(cell) })))
  for (let row = 0; row < rowCount; row++) collector.row(cells.map(({ values }) => values[row]))
  return collector.done()
}

/** Returns cells as the parts of a JSON list, without its brackets. */
function printList(values: readonly Value[]): string[] {
  const parts: string[] = []
  for (let at = 0; at < values.length; at += PRINTED_ROWS) {
    const part = JSON.stringify(values.slice(at, at + PRINTED_ROWS)).slice(1, -1)
    parts.push(at === 0 ? part : `,${part}`)
  }
  return parts
}

/** Returns the bytes of a value in memory. */
function sizeOf(value: SqliteValue | null): number {
  if (typeof value === 'string') return value.length + 1
  return value !== null && typeof value === 'object' ? value.byteLength : NUMBER_BYTES
}

function valueOf(param: Param): string | number | bigint | null {
  if (typeof param === 'boolean') return param ? 1n : 0n
  // A number without a fraction would be bound as REAL.
  if (typeof param === 'number') return Number.isSafeInteger(param) ? BigInt(param) : param
  return param !== null && typeof param === 'object' ? timeText(param.epochMs) : param
}
