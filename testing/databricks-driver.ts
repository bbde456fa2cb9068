import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection, Settings } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import { writeDriver } from './driver-files.ts'

/**
 * A driver of Databricks that records its statements. `replies` has columns and rows by a part of the statement or the
 * name of a list, an error, or `hang` for a statement that never ends.
 */
const SOURCE = `
const calls = { connections: [], sessions: [], statements: [], cancelled: [], replies: [] }
class Operation {
  constructor(text, reply) { Object.assign(this, { text, reply: reply ?? { columns: [], chunks: [] }, at: 0 }) }
  async getSchema() {
    if (this.reply === 'hang') return new Promise(() => undefined)
    const columns = this.reply.columns ?? []
    return { columns: columns.map(([columnName, type], position) => ({ columnName, position, typeDesc: { types: [{ primitiveEntry: { type } }] } })) }
  }
  async fetchChunk() { return this.reply.chunks[this.at++] ?? [] }
  async hasMoreRows() { return this.at < this.reply.chunks.length }
  async cancel() { calls.cancelled.push(this.text) }
  async close() {}
}
const operation = async (text, given) => {
  calls.statements.push({ text, ...given })
  const at = calls.replies.findIndex(([part]) => text.includes(part))
  const [, reply, isOnce] = calls.replies[at] ?? []
  if (isOnce) calls.replies.splice(at, 1)
  if (reply instanceof Error) throw reply
  return new Operation(text, reply)
}
class DBSQLClient {
  constructor() { this.config = { useArrowNativeTypes: true } }
  async connect(options) { calls.connections.push({ ...options, ...this.config }) }
  async openSession(request) {
    calls.sessions.push(request)
    const list = (name) => (given) => operation(name, given)
    return {
      executeStatement: operation,
      getSchemas: list('getSchemas'),
      getTables: list('getTables'),
      getColumns: list('getColumns'),
      close: async () => undefined,
    }
  }
  async close() {}
}
module.exports = { calls, DBSQLClient }`

interface Reply {
  /** Names of columns, and the numbers of their types. */
  readonly columns?: readonly (readonly [name: string, type: number])[]
  readonly chunks: readonly (readonly Readonly<Record<string, unknown>>[])[]
}

/** The statements of the recording driver, and its replies. */
export interface DatabricksCalls {
  readonly connections: object[]
  readonly sessions: object[]
  readonly statements: { readonly text: string; readonly ordinalParameters?: readonly unknown[] }[]
  readonly cancelled: string[]
  /** The last value says that a reply is given once. */
  readonly replies: [part: string, reply: Reply | Error | 'hang', isOnce?: boolean][]
}

/** A home with the recording driver. */
export interface RecordedDatabricks {
  readonly calls: DatabricksCalls
  connect(change?: Settings): Promise<Connection>
  /** Forgets statements and replies; the session is that of the catalog `main`. */
  reset(): void
  remove(): void
}

/** Returns a home with a driver of Databricks that records its statements. */
export async function openRecordedDatabricks(): Promise<RecordedDatabricks> {
  const home = mkdtempSync(join(tmpdir(), 'facet-databricks-'))
  writeDriver(home, 'databricks', SOURCE)
  const driver = (await import(join(home, 'drivers/databricks/node_modules/@databricks/sql/index.js'))) as {
    readonly default: { readonly calls: DatabricksCalls }
  }
  const { calls } = driver.default
  const settings = {
    host: 'dbc-1.cloud.databricks.com',
    port: 443,
    http_path: '/sql/1.0/warehouses/1',
    password: 'dapi1',
    catalog: 'main',
    schema: 'shop',
  }
  const reset = (): void => {
    for (const list of Object.values(calls)) list.splice(0)
    const columns = [['current_catalog()', 7] as const, ['current_schema()', 7] as const]
    const row = { 'current_catalog()': 'main', 'current_schema()': 'shop' }
    calls.replies.push(['SELECT current_catalog()', { columns, chunks: [[row]] }])
  }
  reset()
  return {
    calls,
    connect: async (change = {}) => {
      const engine = engineNamed('databricks')
      if (!engine) throw new Error('The engine is not in the list')
      return engine.connect({ ...settings, ...change }, { directory: join(home, 'databases') })
    },
    reset,
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
