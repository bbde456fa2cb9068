import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection, Settings } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import { writeDriver } from './driver-files.ts'

/**
 * A driver of SQL Server that records its requests. `replies` are the rows by a part of the statement; a reply `hang`
 * ends with its cancellation.
 */
const SOURCE = `
const calls = { connections: [], requests: [], cancelled: 0, closed: 0, replies: [] }
class Request {
  constructor(text, ended) { Object.assign(this, { text, ended, params: [], handlers: {} }) }
  addParameter(name, type, value) { this.params.push([name, type, value]) }
  on(event, handler) { this.handlers[event] = handler; return this }
  pause() { this.paused = true }
  resume() { this.paused = false }
}
class Connection {
  constructor(options) { calls.connections.push(options); this.handlers = {} }
  connect(connected) { setImmediate(() => connected(calls.failure)) }
  on(event, handler) { this.handlers[event] = handler; return this }
  execSqlBatch(request) { this.execSql(request, true) }
  execSql(request, isBatch = false) {
    calls.requests.push({ text: request.text, params: request.params, isBatch })
    this.request = request
    const [, reply = []] = calls.replies.find(([part]) => request.text.includes(part)) ?? []
    if (reply === 'hang') return
    setImmediate(() => {
      if (reply instanceof Error) return request.ended(reply)
      const names = Object.keys(reply[0] ?? {})
      request.handlers.columnMetadata?.(names.map((colName) => ({ colName })))
      for (const row of reply) request.handlers.row?.(names.map((name) => ({ value: row[name] })))
      request.ended(null)
    })
  }
  cancel() { calls.cancelled++; const { request } = this; setImmediate(() => request.ended(new Error('Canceled.'))) }
  close() { calls.closed++; this.handlers.end?.() }
}
module.exports = { calls, Request, Connection, TYPES: { NVarChar: 'nvarchar', BigInt: 'bigint', Float: 'float', Bit: 'bit' } }`

interface RequestRecord {
  readonly text: string
  readonly params: readonly (readonly [name: string, type: string, value: unknown])[]
  readonly isBatch: boolean
}

/** The requests to the recording driver, and its replies. */
export interface MssqlCalls {
  readonly connections: readonly { readonly server: string; readonly options: Readonly<Record<string, unknown>> }[]
  readonly requests: readonly RequestRecord[]
  readonly cancelled: number
  readonly closed: number
  readonly replies: [part: string, reply: readonly Readonly<Record<string, unknown>>[] | Error | 'hang'][]
  failure?: Error
}

/** A home with the recording driver. */
export interface RecordedMssql {
  readonly calls: MssqlCalls
  connect(change?: Settings): Promise<Connection>
  remove(): void
}

/** Returns a home with a driver of SQL Server that records its requests. */
export async function openRecordedMssql(): Promise<RecordedMssql> {
  const home = mkdtempSync(join(tmpdir(), 'facet-mssql-'))
  writeDriver(home, 'mssql', SOURCE)
  const driver = (await import(join(home, 'drivers/mssql/node_modules/tedious/index.js'))) as {
    readonly default: { readonly calls: MssqlCalls }
  }
  const settings = { host: 'h', port: 1433, database: 'Shop', username: 'u', password: 'p' }
  return {
    calls: driver.default.calls,
    connect: async (change = {}) => {
      const engine = engineNamed('mssql')
      if (!engine) throw new Error('The engine is not in the list')
      return engine.connect({ ...settings, ...change }, { directory: join(home, 'databases') })
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
