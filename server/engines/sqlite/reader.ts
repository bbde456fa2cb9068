import type { StatementSyncInstance } from '@photostructure/sqlite'
import { ApiError } from '#core/rest/api-error.ts'
import type { Bytes, ResultLayout, TableColumn, TablePage, TableSearch } from '../engine.ts'
import type { PlanStep } from '../query-plan.ts'
import { bytesCollector } from '../shared/results.ts'
import type { Param } from '../sql.ts'
import { tooLarge } from '../result-too-large.ts'
import { genericOf } from '#core/table/logical-type.ts'
import { NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import type { SqliteCalls, SqliteQuery, SqliteStatement } from './calls.ts'
import { columnsOf, tableMetadataOf, tablesOf, findTablesOf } from './catalogue.ts'
import { formatFor, logicalTypeNamedBy, type SqliteValue } from './cells.ts'
import { dialect, timeText } from './dialect.ts'
import { openDatabase, restrict, type SqliteDatabase, type TableRead, unrestrict } from './open.ts'

type Row = readonly (SqliteValue | null)[]

const CHUNK_ROWS = 2000
/** Number of rows that the types of expressions without a declared type are read from. */
const SAMPLE_ROWS = 100
const MAX_PLAN_DEPTH = 100

interface RunningScan {
  readonly rows: Iterator<Row>
  readonly declared: readonly (string | null)[]
  readonly query: SqliteQuery
  rowCount: number
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
    const taken = takeRows(rows, query, query.maxRows)
    return this.#collect(taken.rows, declared, query.labels, layout)
  }

  scan(query: SqliteQuery): null {
    const { rows, declared } = this.#start(query)
    this.#scan = { rows: rows[Symbol.iterator](), declared, query, rowCount: 0 }
    return null
  }

  scanNext(): Bytes & { readonly isLast: boolean } {
    const scan = this.#scan
    if (!scan) throw new Error('No statement is read in chunks')
    const { rows, isLast } = takeRows(scan.rows, scan.query, Math.min(CHUNK_ROWS, scan.query.maxRows - scan.rowCount))
    scan.rowCount += rows.length
    const isOver = isLast || scan.rowCount >= scan.query.maxRows
    if (isOver) this.#scan = undefined
    return { ...this.#collect(rows, scan.declared, scan.query.labels, 'columns'), isLast: isOver }
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
    return columns.map(({ name, type }, index) => ({ name, ...shapeOf(type, valuesAt(rows, index)), nullable: true }))
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

  #collect(
    rows: readonly Row[],
    declared: readonly (string | null)[],
    labels: readonly string[],
    layout: ResultLayout,
  ): Bytes {
    const collector = bytesCollector<SqliteValue>(layout, labels)
    collector.begin(labels.map((_, index) => formatFor(declared[index] ?? null, valuesAt(rows, index))))
    for (const row of rows) collector.row(row)
    return collector.done()
  }

  #ours<T>(work: () => T): T {
    unrestrict(this.#database)
    return work()
  }
}

/** Returns the types of a column of a statement; without a declared type, those of its values. */
function shapeOf(
  declared: string | null,
  values: readonly SqliteValue[],
): Pick<TableColumn, 'type' | 'logical' | 'generic'> {
  const known = logicalTypeNamedBy(declared ?? '')
  if (declared !== null && known !== undefined)
    return { type: declared.toUpperCase(), logical: known, generic: genericOf(known) }
  const { type, isDays } = formatFor(null, values)
  if (type === NUMERIC) return { type: 'NUMERIC', logical: 'double', generic: NUMERIC }
  if (type !== TEMPORAL) return { type: 'TEXT', logical: 'text', generic: STRING }
  return isDays
    ? { type: 'DATE', logical: 'date', generic: TEMPORAL }
    : { type: 'TIMESTAMP', logical: 'timestamp', generic: TEMPORAL }
}

function valuesAt(rows: readonly Row[], index: number): readonly SqliteValue[] {
  return rows.flatMap((row) => row[index] ?? [])
}

/** Returns the next rows, at most as many as given. Throws `result-too-large`. */
function takeRows(
  rows: Iterable<Row> | Iterator<Row>,
  { maxBytes }: SqliteQuery,
  maxRows: number,
): { readonly rows: readonly Row[]; readonly isLast: boolean } {
  const taken: Row[] = []
  const iterator = Symbol.iterator in rows ? rows[Symbol.iterator]() : rows
  let bytes = 0
  while (taken.length < maxRows) {
    const next = iterator.next()
    if (next.done === true) return { rows: taken, isLast: true }
    for (const value of next.value) bytes += sizeOf(value) + 1
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    taken.push(next.value)
  }
  return { rows: taken, isLast: false }
}

/** Returns the bytes of a value as it is sent; numbers count as their digits. */
function sizeOf(value: SqliteValue | null): number {
  if (value === null) return 4
  return typeof value === 'object' ? value.byteLength : String(value).length
}

function valueOf(param: Param): string | number | bigint | null {
  if (typeof param === 'boolean') return param ? 1n : 0n
  // A number without a fraction would be bound as REAL.
  if (typeof param === 'number') return Number.isSafeInteger(param) ? BigInt(param) : param
  return param !== null && typeof param === 'object' ? timeText(param.epochMs) : param
}
