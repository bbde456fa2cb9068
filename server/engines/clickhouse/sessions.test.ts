import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeDriver } from '#testing/driver-files.ts'
import { withCaller } from '#server/engines/engine-caller.ts'
import { createSql } from '#server/engines/sql.ts'
import type { ClickHouseOptions, ClickHouseRequest } from './driver.ts'
import { clickhouse } from './index.ts'

/** A driver that records its calls. `replies` are the texts of `exec` by the beginning of the statement. */
const SOURCE = `
const { Readable } = require('node:stream')
const calls = { clients: [], queries: [], replies: { KILL: '', "SELECT getSetting": '0' } }
module.exports = {
  calls,
  createClient(options) {
    calls.clients.push(options)
    return {
      query(request) {
        calls.queries.push(request)
        const lines = [['n'], ['Int64'], ['1'], ['2']].map((row) => ({ json: () => row }))
        const stream = () => new Readable({
          objectMode: true,
          read() {
            if (!request.query.includes('slow')) { this.push(lines); this.push(null) }
          },
        })
        const opened = stream()
        request.abort_signal.addEventListener('abort', () => opened.destroy(new Error('aborted')))
        return Promise.resolve({ stream: () => opened, close: () => opened.destroy() })
      },
      exec(request) {
        calls.queries.push(request)
        const [, reply = ''] = Object.entries(calls.replies).find(([head]) => request.query.startsWith(head)) ?? []
        return Promise.resolve({ stream: Readable.from([Buffer.from(Array.isArray(reply) ? (reply.shift() ?? '') : reply)]) })
      },
      close: () => Promise.resolve(),
    }
  },
}`

interface Calls {
  readonly clients: ClickHouseOptions[]
  readonly queries: ClickHouseRequest[]
  readonly replies: Record<string, string | string[]>
}

let home: string
let calls: Calls
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'facet-clickhouse-'))
  writeDriver(home, 'clickhouse', SOURCE)
  const driver = (await import(join(home, 'drivers/clickhouse/node_modules/@clickhouse/client/index.js'))) as {
    readonly default: { readonly calls: Calls }
  }
  ;({ calls } = driver.default)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const connect = (change: object = {}) =>
  clickhouse.connect(
    { host: 'h', port: 8443, database: 'd', username: 'u', password: 'p', ...change },
    { directory: join(home, 'databases') },
  )

const SIGNAL = new AbortController().signal
const sqlOf = (text: string) => createSql(text, ['x', 2], text)

it('sends each statement with its values, its user and read-only settings', async () => {
  const database = await connect()
  const run = { signal: SIGNAL, maxRows: 10, labels: ['n'] }
  const caller = { username: 'ana', dashboard: 7 }
  const table = await withCaller(caller, () => database.table(sqlOf('SELECT 1'), run))
  expect(table.columns[0]?.values).toEqual([1, 2])
  const sent = calls.queries.at(-1)
  expect(sent).toMatchObject({ query: 'SELECT 1', query_params: { p1: 'x', p2: 2 } })
  expect(sent?.clickhouse_settings).toMatchObject({
    readonly: 1,
    max_execution_time: 900,
    session_timezone: 'UTC',
    prefer_column_name_to_alias: 1,
    log_comment: '{"application":"facet","user":"ana","dashboard":7}',
  })
  expect(calls.clients[0]).toMatchObject({ url: 'http://h:8443', username: 'u', password: 'p', database: 'd' })
})

it('leaves the mode of a user who is read-only already, and rejects one without settings', async () => {
  calls.replies['SELECT getSetting'] = '2\n'
  const database = await connect()
  await database.table(sqlOf('SELECT 1'), { signal: SIGNAL, maxRows: 10, labels: ['n'] })
  expect(calls.queries.at(-1)?.clickhouse_settings).not.toHaveProperty('readonly')
  calls.replies['SELECT getSetting'] = '1\n'
  await expect(connect()).rejects.toMatchObject({
    code: 'connection-payload',
    args: [expect.stringContaining('readonly = 2')],
  })
})

it('rejects a server that is not ClickHouse', async () => {
  calls.replies['SELECT getSetting'] = '<html>Welcome</html>'
  await expect(connect()).rejects.toMatchObject({ code: 'connection-failed' })
})

it('verifies certificates, unless any is accepted', async () => {
  await connect({ encryption: true })
  await connect({ encryption: true, unverified: true })
  const agents = calls.clients.map(({ url, http_agent: agent }) => [url, Reflect.get(agent, 'options')])
  expect(agents).toMatchObject([
    ['https://h:8443', { rejectUnauthorized: true }],
    ['https://h:8443', { rejectUnauthorized: true }],
    ['https://h:8443', { rejectUnauthorized: false }],
    ['https://h:8443', { rejectUnauthorized: false }],
  ])
})

/** Aborts a statement, and returns the requests that end it. */
async function killsAfter(replies: readonly string[]): Promise<readonly ClickHouseRequest[]> {
  calls.replies['KILL'] = [...replies]
  const database = await connect()
  const abort = new AbortController()
  const running = database.table(sqlOf('SELECT slow'), { signal: abort.signal, maxRows: 10, labels: ['n'] })
  await vi.waitFor(() => expect(calls.queries.at(-1)?.query).toBe('SELECT slow'))
  const id = calls.queries.at(-1)?.query_id
  abort.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  const kills = () => calls.queries.filter(({ query }) => query.startsWith('KILL'))
  const expected = Math.min(4, replies.indexOf('waiting') < 0 ? 4 : replies.indexOf('waiting') + 1)
  await vi.waitFor(() => expect(kills()).toHaveLength(expected))
  for (const { query_params } of kills()) expect(query_params).toEqual({ id })
  expect(id).toMatch(/^[\da-f-]{36}$/)
  return kills()
}

it('ends an aborted statement in the server that runs it, behind a load balancer', async () => {
  expect(await killsAfter(['waiting'])).toHaveLength(1)
})

it('connects to the server of a statement up to four times', async () => {
  const kills = await killsAfter([])
  expect(kills).toHaveLength(4)
  // KILL is no query that a read-only statement may run.
  expect(kills[0]?.clickhouse_settings).toBeUndefined()
})

it('ends a statement in the server when all needed rows are read', async () => {
  const database = await connect()
  const table = await database.table(sqlOf('SELECT 1'), { signal: SIGNAL, maxRows: 1, labels: ['n'] })
  expect(table.columns[0]?.values).toEqual([1])
  await vi.waitFor(() => expect(calls.queries.some(({ query }) => query.startsWith('KILL'))).toBe(true))
})

it('sends no KILL for a statement that has returned all of its rows', async () => {
  const database = await connect()
  await database.table(sqlOf('SELECT 1'), { signal: SIGNAL, maxRows: 2, labels: ['n'] })
  expect(calls.queries.filter(({ query }) => query.startsWith('KILL'))).toEqual([])
})

it('reports a missing driver by name', async () => {
  rmSync(join(home, 'drivers'), { recursive: true })
  await expect(connect()).rejects.toMatchObject({ code: 'driver-missing', args: ['clickhouse'] })
})
