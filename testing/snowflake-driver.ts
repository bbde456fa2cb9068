import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection, Settings } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import { writeDriver } from './driver-files.ts'

/**
 * A driver of Snowflake that records its statements. `replies` has columns and rows by a part of the statement, an error,
 * or `hang` for a statement that ends by its cancellation.
 */
const SOURCE = `
const { Readable } = require('node:stream')
const calls = { configured: [], connections: [], statements: [], cancelled: [], replies: [], up: [] }
class Statement {
  constructor(options, reply) { Object.assign(this, { options, reply }) }
  getColumns() {
    return (this.reply?.columns ?? []).map(([name, type, scale = 0, precision = 38]) => ({
      getName: () => name, getType: () => type, getScale: () => scale, getPrecision: () => precision, isNullable: () => true,
    }))
  }
  streamRows() { return Readable.from(this.reply?.rows ?? []) }
  cancel(done) { calls.cancelled.push(this.options.sqlText); this.options.complete(new Error('SQL execution canceled')); done() }
}
module.exports = {
  calls,
  configure: (options) => calls.configured.push(options),
  createConnection(options) {
    calls.connections.push(options)
    return {
      isUp: () => calls.up.length === 0,
      connect: (done) => setImmediate(() => done(undefined)),
      destroy: (done) => done(),
      execute(given) {
        calls.statements.push(given)
        const [, reply] = calls.replies.find(([part]) => given.sqlText.includes(part)) ?? []
        const statement = new Statement(given, reply)
        if (reply === 'hang') return statement
        setImmediate(() => (reply instanceof Error ? given.complete(reply, statement) : given.complete(undefined, statement)))
        return statement
      },
    }
  },
}`

interface Reply {
  /** Names, types, and scales with precisions of numbers. */
  readonly columns: readonly (readonly [name: string, type: string, scale?: number, precision?: number])[]
  readonly rows: readonly (readonly unknown[])[]
}

/** The statements of the recording driver, and its replies. */
export interface SnowflakeCalls {
  readonly configured: object[]
  readonly connections: object[]
  readonly statements: {
    readonly sqlText: string
    readonly binds: readonly unknown[]
    readonly parameters: object
    readonly describeOnly: boolean
  }[]
  readonly cancelled: string[]
  readonly replies: [part: string, reply: Reply | Error | 'hang'][]
  /** With an entry, the session has ended. */
  readonly up: string[]
}

/** A home with the recording driver. */
export interface RecordedSnowflake {
  readonly calls: SnowflakeCalls
  connect(change?: Settings): Promise<Connection>
  /** Forgets statements and replies; the session is that of database SHOP. */
  reset(): void
  remove(): void
}

/** Returns a home with a driver of Snowflake that records its statements. */
export async function openRecordedSnowflake(): Promise<RecordedSnowflake> {
  const home = mkdtempSync(join(tmpdir(), 'facet-snowflake-'))
  writeDriver(home, 'snowflake', SOURCE)
  const driver = (await import(join(home, 'drivers/snowflake/node_modules/snowflake-sdk/index.js'))) as {
    readonly default: { readonly calls: SnowflakeCalls }
  }
  const { calls } = driver.default
  const settings = { account: 'org-acc', username: 'u', password: 'p', database: 'shop', schema: 'web' }
  const reset = (): void => {
    for (const list of Object.values(calls)) list.splice(0)
    calls.replies.push(['SELECT CURRENT_DATABASE()', { columns: [], rows: [['SHOP', 'WEB']] }])
  }
  reset()
  return {
    calls,
    connect: async (change = {}) => {
      const engine = engineNamed('snowflake')
      if (!engine) throw new Error('The engine is not in the list')
      return engine.connect({ ...settings, ...change }, { directory: join(home, 'databases') })
    },
    reset,
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
