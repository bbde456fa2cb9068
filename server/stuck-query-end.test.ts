import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ensureBuilt } from '#testing/built-product.ts'
import { uploadCsv } from '#testing/csv-upload.ts'
import { emptyDatabase } from '#testing/postgres.ts'
import { signInLinkIn, ServerProcesses } from '#testing/server-process.ts'

const servers = new ServerProcesses()
beforeAll(ensureBuilt, 300_000)
afterAll(() => servers.end())

/** Returns the child processes of a process with the CPU ticks that each has used; zombies are left out. */
function childrenOf(parent: number | undefined): ReadonlyMap<number, number> {
  const children = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const [state, ppid, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(ppid) === parent && state !== 'Z') children.set(Number(name), Number(fields[9]) + Number(fields[10]))
    } catch {
      // The process has ended meanwhile.
    }
  }
  return children
}
const ticksOf = (parent: number | undefined) => [...childrenOf(parent).values()].reduce((sum, each) => sum + each, 0)

/** Calls the server as its administrator. */
async function signIn(home: string, origin: string) {
  const password = readFileSync(join(home, 'admin-password'), 'utf8').trim()
  const login = await fetch(`${origin}/api/v1/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password, provider: 'db' }),
  })
  const { access_token } = (await login.json()) as { access_token: string }
  const authorization = `Bearer ${access_token}`
  const call = async (method: string, path: string, body?: BodyInit, type = 'application/json') => {
    const headers = { authorization, ...(body === undefined ? {} : { 'content-type': type }) }
    const response = await fetch(`${origin}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    return (await response.json()) as { id: number; result: { id: number }[] }
  }
  return call
}

it('a server ends although a query ignores interrupts, with its engine, and starts again in the same home', {
  timeout: 180_000,
}, async () => {
  const home = servers.newHome()
  const server = servers.start(home, { environment: { FACET_WEB_TIMEOUT_S: '600' } })
  await server.until('/login/link/')
  const { origin } = new URL(signInLinkIn(server.printed()))
  const call = await signIn(home, origin)
  const [database] = (await call('GET', '/api/v1/database/')).result
  const rows = Array.from({ length: 200 }, (_, row) => `a${row},b${row}`).join('\n')
  const post = (path: string, body: Buffer, { headers }: { headers: Record<string, string> }) =>
    call('POST', path, new Uint8Array(body), headers['content-type'])
  await uploadCsv({ post } as never, database?.id ?? 0, `x,y\n${rows}\n`, { table_name: 'pairs' })
  const [dataset] = (await call('GET', '/api/v1/dataset/')).result
  const before = ticksOf(server.child.pid)
  const sqlExpression = 'SUM(levenshtein(repeat(x, 10000), repeat(y, 10000)))'
  const metrics = [{ expressionType: 'SQL', sqlExpression, label: 'x' }]
  const pending = call(
    'POST',
    '/api/v1/chart/data',
    JSON.stringify({ datasource: { id: dataset?.id, type: 'table' }, queries: [{ metrics }] }),
  ).catch(() => 'cut')
  await vi.waitFor(() => expect(ticksOf(server.child.pid) - before).toBeGreaterThan(100), { timeout: 60_000 })
  const engines = [...childrenOf(server.child.pid).keys()]
  expect(engines.length).toBeGreaterThan(0)
  server.child.kill('SIGTERM')
  expect([0, 'SIGKILL']).toContain(await server.ended)
  await pending
  const isAlive = (pid: number) => {
    try {
      return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    } catch {
      return false
    }
  }
  await vi.waitFor(() => expect(engines.filter(isAlive)).toEqual([]), { timeout: 30_000 })
  const next = servers.start(home)
  await next.until('/login/link/')
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
})

it('a query that takes 2.5 s more after SIGTERM ends normally, with all of its rows', {
  timeout: 180_000,
}, async () => {
  const warehouse = await emptyDatabase()
  const client = new pg.Client({ connectionString: warehouse.url })
  try {
    await client.connect()
    await client.query('CREATE TABLE sales AS SELECT n FROM generate_series(1, 900) n')
    const home = servers.newHome()
    const server = servers.start(home)
    await server.until('/login/link/')
    const call = await signIn(home, new URL(signInLinkIn(server.printed())).origin)
    const draft = { database_name: 'warehouse', sqlalchemy_uri: warehouse.url, expose_in_sqllab: true }
    const { id: database_id } = await call('POST', '/api/v1/database/', JSON.stringify(draft))
    // The query waits for the lock of this transaction.
    await client.query('BEGIN')
    await client.query('LOCK TABLE sales IN ACCESS EXCLUSIVE MODE')
    const run = { database_id, sql: 'SELECT n FROM sales ORDER BY n', client_id: 'waits', runAsync: false }
    const pending = call('POST', '/api/v1/sqllab/execute/', JSON.stringify(run))
    const waiting = "SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'sales'::regclass"
    await vi.waitFor(async () => expect((await client.query(waiting)).rows).toEqual([{ n: 1 }]), { timeout: 30_000 })
    server.child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(server.child.exitCode).toBeNull()
    await client.query('COMMIT')
    expect(await pending).toMatchObject({
      status: 'success',
      data: Array.from({ length: 900 }, (_, row) => ({ n: row + 1 })),
    })
    expect(await server.ended).toBe(0)
  } finally {
    await client.end()
    await warehouse.stop()
  }
})
