import { createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { queryEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Engine } from './engine.ts'
import { engineNamed } from './index.ts'

const statements = [
  `CREATE TABLE many AS SELECT CAST(g AS INTEGER) AS n, md5(CAST(g AS VARCHAR)) AS h FROM generate_series(0, 99999) AS s(g)`,
]
const LONG = 'SELECT count(*) FROM many a, many b WHERE a.h > b.h'

describe.each(queryEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, statements)
  })
  afterAll(() => fixture.close())

  async function ask(text: string, signal = new AbortController().signal) {
    const sql = await fixture.guard.statement(text)
    return fixture.connection.table(sql, { signal, maxRows: 10, labels: ['n'] })
  }

  const answers = async () => (await ask('SELECT 7')).columns[0]?.values

  it('stops in the engine when aborted in mid-query, and leaves no query', async () => {
    // Opens the connection that cancelling needs.
    const first = new AbortController()
    setTimeout(() => first.abort(new Error('left')), 100)
    await expect(ask(LONG, first.signal)).rejects.toThrow('left')
    const second = new AbortController()
    setTimeout(() => second.abort(new Error('left again')), 100)
    await expect(ask(LONG, second.signal)).rejects.toThrow('left again')
    await vi.waitFor(async () => expect(await fixture.idle()).toBe(true), { timeout: 10_000 })
    expect(await answers()).toEqual([7])
  })

  it('stops twenty aborted statements, also those that still wait for a connection', async () => {
    const aborts = Array.from({ length: 20 }, () => new AbortController())
    const pending = aborts.map(({ signal }) => ask(LONG, signal).catch((error: unknown) => String(error)))
    await delay(200)
    // In reverse order: the last may still wait for a connection.
    for (const abort of aborts.toReversed()) abort.abort(new Error('all left'))
    expect(await Promise.all(pending)).toEqual(pending.map(() => 'Error: all left'))
    await vi.waitFor(async () => expect(await fixture.idle()).toBe(true), { timeout: 10_000 })
    await expect(ask('SELECT 1', AbortSignal.abort(new Error('left before')))).rejects.toThrow('left before')
    expect(await answers()).toEqual([7])
  })

  it('rejects a result with too many bytes in every form, and returns one that just fits', async () => {
    const signal = new AbortController().signal
    const labels = ['n', 'h']
    const fitting = await fixture.guard.statement('SELECT n, h FROM many ORDER BY n LIMIT 20')
    const sql = await fixture.guard.statement('SELECT n, h FROM many ORDER BY n LIMIT 2000')
    const nested = await fixture.guard.statement('SELECT ARRAY[n], h FROM many ORDER BY n LIMIT 2000')
    const run = { signal, maxRows: 5000, maxBytes: 2000, labels }
    const tooMany = { code: 'result-too-large', message: 'The result is larger than 2000 bytes' }
    for (const each of [sql, nested]) {
      await expect(fixture.connection.table(each, run)).rejects.toMatchObject(tooMany)
      for (const layout of ['rows', 'columns'] as const)
        await expect(fixture.connection.bytes(each, layout, run)).rejects.toMatchObject(tooMany)
    }
    expect((await fixture.connection.table(fitting, run)).rowCount).toBe(20)
    expect((await fixture.connection.bytes(fitting, 'rows', run)).rowCount).toBe(20)
    await vi.waitFor(async () => expect(await fixture.idle()).toBe(true), { timeout: 10_000 })
    expect(await answers()).toEqual([7])
  })

  it('runs the next query after an error', async () => {
    const failing = "SELECT CAST(h AS INTEGER) FROM many WHERE h LIKE '%f%' ORDER BY n"
    const failed = await ask(failing).catch((error: unknown) => engine.explain(error))
    expect(failed).toMatchObject({ code: 'query-failed', message: expect.stringMatching(/integer|INT32/) })
    expect(await answers()).toEqual([7])
  })

  it('runs the next query after the engine was killed during one', async () => {
    const left = new AbortController()
    const pending = ask(LONG, left.signal).catch((error: unknown) => engine.explain(error))
    // A query that begins after the kill would run to its end.
    if (!fixture.isEmbedded)
      await vi.waitFor(async () => expect(await fixture.idle()).toBe(false), { timeout: 10_000, interval: 10 })
    await fixture.kill()
    // An embedded engine retries the query without the caller noticing.
    if (fixture.isEmbedded) left.abort(new Error('terminating'))
    expect(await pending).toMatchObject({ message: expect.stringContaining('terminating') })
    await vi.waitFor(async () => expect(await fixture.idle()).toBe(true), { timeout: 10_000 })
    expect(await answers()).toEqual([7])
  })
})

describe('an engine behind a network', () => {
  const engine = engineNamed('postgresql') as Engine
  const connect = async (address: string) => {
    const settings = engine.parseUri(address)
    if (!settings) throw new Error(`No settings in ${address}`)
    return engine.connect(settings, { directory: '/nowhere' }).catch((error: unknown) => engine.explain(error))
  }

  it('reports a closed port and a host without an address', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    await new Promise((resolve) => server.close(resolve))
    expect(await connect(`postgresql://u@127.0.0.1:${port}/d`)).toMatchObject({ code: 'connection-port-closed' })
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.invalid'), { code: 'ENOTFOUND' })
    expect(engine.explain(unknown)).toMatchObject({ code: 'connection-hostname' })
  })

  it('reports a server that is no database', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.on('data', () => socket.destroy())
    })
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    expect(await connect(`postgresql://u@127.0.0.1:${port}/d`)).toMatchObject({ code: 'connection-failed' })
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })

  it.each(['disable', 'require'])('reports a server of another protocol, with sslmode=%s', async (sslmode) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'))
    })
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    expect(await connect(`postgresql://u@127.0.0.1:${port}/d?sslmode=${sslmode}`)).toMatchObject({
      code: 'connection-protocol',
      args: ['PostgreSQL'],
    })
    await new Promise((resolve) => server.close(resolve))
  })

  it('names the missing database or user', async () => {
    const fixture = await openEngineFixture(engine, [])
    const { port } = fixture.settings
    expect(await connect(`postgresql://facet@127.0.0.1:${port}/nosuch`)).toMatchObject({
      code: 'connection-database',
      args: ['nosuch'],
    })
    expect(await connect(`postgresql://nobody@127.0.0.1:${port}/postgres`)).toMatchObject({
      code: 'connection-username',
      args: ['nobody'],
    })
    await fixture.close()
  })
})
