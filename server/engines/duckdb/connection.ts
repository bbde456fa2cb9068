import { ApiError } from '#core/rest/api-error.ts'
import type { Table, Value } from '#core/table/table.ts'
import type { Sql } from '#server/engines/sql.ts'
import { ansi } from '../ansi.ts'
import { currentDeadline } from '../query-deadline.ts'
import type {
  Bytes,
  Connection,
  Grammar,
  ResultLayout,
  Run,
  TableColumn,
  TableCreation,
  TableMetadata,
  TableName,
  WriteKind,
} from '../engine.ts'
import type { EngineFile } from '#server/processes/engine-file.ts'
import type { ProcessCalls } from './calls.ts'
import { dialect } from './dialect.ts'
import { foreignCalls } from './foreign-calls.ts'
import { CATALOG } from './open-database.ts'
import type { PlanStep } from '../query-plan.ts'
import { inspectDuckdbWrite } from './inspect-write.ts'
import { parsePlan } from './query-plan.ts'

/** The schema of unqualified table names. */
const SCHEMA = 'main'
/** Timeout in milliseconds for calls that read no data: parsing, the catalogue. */
const METADATA_TIMEOUT_MS = 20_000

/** Scans are numbered across all files, because one process may serve several files in turn. */
let lastScan = 0

/** Returns the rows of a chunk by column. */
function chunkTable({ columns, rowCount }: ProcessCalls['scanNext'][1], data: Uint8Array | undefined): Table {
  const rows = JSON.parse(new TextDecoder().decode(data)) as Value[][]
  const values = (index: number) => rows.map((row) => row[index] ?? null)
  return { columns: columns.map((column, index) => ({ ...column, values: values(index) })), rowCount }
}

function scanError(error: unknown, shown: Sql['shown']): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.code === 'load-lost') return new ApiError('engine-lost', { cause: error })
  return error.code === 'columns-lost' ? new ApiError(error.code, { sql: shown }) : error
}

/** Returns the text under which the columns of a table are denied if finding them ended the process. */
const tableText = (schema: string, table: string): string => `TABLE ${ansi.quote(schema)}.${ansi.quote(table)}`

/** A connection that only reads, through the process that holds the files. */
export class DuckDBReader implements Connection {
  /** Calls the process that holds the file. */
  readonly file: EngineFile
  readonly #close: () => Promise<void>

  constructor(file: EngineFile, close: () => Promise<void>) {
    this.file = file
    this.#close = close
  }

  protected readonly readGrammar: Grammar = {
    inspect: (text) => this.#look('inspect', text, text),
    narrow: (text, conditions) => this.#look('narrow', { text, conditions }),
    /** The first part of a two-part name may be the name of the file. */
    homes: async (schema) => {
      const named = schema === null ? SCHEMA : dialect.fold(schema)
      return named === CATALOG ? [SCHEMA, CATALOG] : [named]
    },
    foreign: async (calls) => (calls.length === 0 ? [] : foreignCalls(calls, await this.#look('macros', null))),
  }

  readonly grammar: Grammar = this.readGrammar

  /**
   * Parsing columns built by the engine blocks the event loop ten times less than converting its vectors one by one.
   */
  async table(sql: Sql, run: Run): Promise<Table> {
    const answer = await this.bytes(sql, 'columns', run)
    const cells = JSON.parse(new TextDecoder().decode(answer.data)) as Value[][]
    return {
      columns: answer.columns.map((column, index) => ({ ...column, values: cells[index] ?? [] })),
      rowCount: answer.rowCount,
    }
  }

  async bytes({ text, params, shown }: Sql, layout: ResultLayout, run: Run): Promise<Bytes> {
    const { labels, maxRows, maxBytes, allDigits = false, signal, author = null } = run
    const question: ProcessCalls['bytes'][0] = { text, params, layout, labels, maxRows, maxBytes, allDigits }
    try {
      const { value, data } = await this.file.ask('bytes', question, { signal, author, text })
      const { columns, rowCount } = value as ProcessCalls['bytes'][1]
      return { data: data ?? new Uint8Array(), columns, rowCount }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'columns-lost') throw new ApiError(error.code, { sql: shown })
      throw error
    }
  }

  async scan({ text, params, shown }: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void> {
    const { labels, maxRows, maxBytes, allDigits = false, author = null } = run
    const id = ++lastScan
    const ended = new AbortController()
    const signal = AbortSignal.any([run.signal, ended.signal])
    const question: ProcessCalls['scan'][0] = { id, text, params, labels, maxRows, maxBytes, allDigits }
    // Never retried: rows that were already consumed would be returned again.
    const whole = this.file.change('scan', question, { signal, author, text })
    const failed = new Promise<never>((_, reject) => {
      whole.catch(reject)
    })
    failed.catch(() => {})
    try {
      for (let isLast = false; !isLast; ) {
        const next = this.file.ask('scanNext', id, { signal, author: null, text: '' })
        next.catch(() => {})
        const { value, data } = await Promise.race([failed, next])
        const chunk = value as ProcessCalls['scanNext'][1]
        ;({ isLast } = chunk)
        await take(chunkTable(chunk, data))
      }
      await whole
    } catch (error) {
      throw scanError(error, shown)
    } finally {
      ended.abort()
    }
  }

  schemas(): Promise<readonly string[]> {
    return this.#look('schemas', null)
  }

  /** There is no `findTables`: the engine reads its whole catalogue for each page, so that the list is cached instead. */
  tables(schema: string): Promise<readonly TableName[]> {
    return this.#look('tables', schema)
  }

  columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    return this.#look('columns', { schema, table }, tableText(schema, table))
  }

  tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    return this.#look('tableMetadata', { schema, table }, tableText(schema, table))
  }

  shape({ text, params }: Sql): Promise<readonly TableColumn[]> {
    return this.#look('shape', { text, params }, text)
  }

  async plan({ text, params }: Sql, signal: AbortSignal): Promise<PlanStep> {
    const { value } = await this.file.ask('plan', { text, params }, { signal, author: null, text })
    return parsePlan(value as string)
  }

  close(): Promise<void> {
    return this.#close()
  }

  async #look<K extends keyof ProcessCalls>(
    method: K,
    args: ProcessCalls[K][0],
    text = '',
  ): Promise<ProcessCalls[K][1]> {
    const limit = AbortSignal.timeout(METADATA_TIMEOUT_MS)
    const deadline = currentDeadline()
    const signal = deadline ? AbortSignal.any([limit, deadline]) : limit
    try {
      const { value } = await this.file.ask(method, args, { signal, author: null, text })
      return value as ProcessCalls[K][1]
    } catch (error) {
      if (limit.aborted) throw new ApiError('query-timeout', { args: [METADATA_TIMEOUT_MS / 1000] })
      throw error
    }
  }
}

/** The connection to a database file through its process. */
export class DuckDBFile extends DuckDBReader {
  override readonly grammar: Grammar = {
    ...this.readGrammar,
    inspectWrite: (text) => inspectDuckdbWrite(text, (query) => this.readGrammar.inspect(query)),
  }

  async create(creation: TableCreation, select: Sql, signal: AbortSignal): Promise<void> {
    const { text } = select
    await this.file.change('create', { creation, select: text }, { signal, author: null, text })
  }

  async write({ text }: Sql, kind: WriteKind, signal: AbortSignal): Promise<number | null> {
    const { value } = await this.file.change('write', { text, kind }, { signal, author: null, text })
    return value as number | null
  }
}
