import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { timeGrains } from '#core/time/grains.ts'
import { type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { truncate } from '#testing/truncate-time.ts'
import type { Engine } from '../engine.ts'
import { engineNamed } from '../index.ts'
import { parseFragments } from './distributed-server.ts'
import { connectTo, mysql } from './index.ts'
import { mysqlServer } from './server.ts'

const TIMES = ['2021-08-15 13:47:38.5', '1965-02-28 23:59:59.999', '2100-12-31 23:59:59', '1900-01-01 00:00:00']

/** MariaDB as a server without the features that distributed databases lack. */
const limited = {
  ...mysqlServer,
  identity: null,
  describesPrepared: false,
  hasSettingHints: true,
  systemSchemas: ['information_schema', 'mysql', 'performance_schema', 'sys', 'test'],
}
const engine: Engine = { ...mysql, connect: (given, storage) => connectTo(given, storage, limited) }

let fixture: EngineFixture
beforeAll(async () => {
  fixture = await openEngineFixture(engine, [
    'CREATE TABLE many AS SELECT seq AS n, md5(seq) AS h FROM seq_1_to_20000',
    'CREATE TABLE moments (i INT, ts DATETIME(6))',
    `INSERT INTO moments VALUES ${TIMES.map((time, index) => `(${index}, '${time}')`).join(', ')}`,
  ])
})
afterAll(() => fixture.close())

const SIGNAL = new AbortController().signal

it('finds its thread by the port of the client, and ends an aborted statement', async () => {
  const sql = await fixture.guard.statement('SELECT COUNT(*) FROM many a, many b, many c WHERE a.h > b.h')
  const abort = new AbortController()
  setTimeout(() => abort.abort(new Error('left')), 200)
  const running = fixture.connection.table(sql, { signal: abort.signal, maxRows: 1, labels: ['n'] })
  await expect(running).rejects.toThrow('left')
  await vi.waitFor(async () => expect(await fixture.idle()).toBe(true))
})

it('describes a statement by reading none of its rows', async () => {
  const sql = await fixture.guard.statement('SELECT h, COUNT(*) AS n FROM many GROUP BY h')
  expect((await fixture.connection.shape(sql)).map(({ name, logical }) => [name, logical])).toEqual([
    ['h', 'text'],
    ['n', 'integer'],
  ])
})

it('lists no schemas of the server, and rejects hints', async () => {
  expect(await fixture.connection.schemas()).toContain(String(fixture.settings['database']))
  const hint = fixture.guard.select('SELECT /*+ SET_VAR(query_timeout = 1) */ n FROM many')
  await expect(hint).rejects.toMatchObject({ code: 'sql-syntax' })
})

it.each(['starrocks', 'doris'])(
  '%s has all grains, of which weeks and intervals are those of the calendar',
  async (name) => {
    const grains = engineNamed(name)?.dialect.grains ?? {}
    const moments = TIMES.map((time) => Date.parse(`${time.replace(' ', 'T')}Z`))
    for (const { code } of timeGrains) {
      if (code === null) continue
      expect(grains[code], code).toBeDefined()
      // MariaDB has no DATE_TRUNC except for days in this form.
      const bucket = grains[code]
        ?.replaceAll(/DATE_TRUNC\('day', (CAST\(\{col\} AS DATETIME(?:\(6\))?\))\)/g, 'TIMESTAMP(DATE($1))')
        .replaceAll('{col}', 'ts')
        .replaceAll(/AS DATETIME\)/g, 'AS DATETIME(6))')
      if (!bucket || bucket.includes('DATE_TRUNC')) continue
      const sql = { ...(await fixture.guard.statement('SELECT 1')), text: `SELECT ${bucket} FROM moments ORDER BY i` }
      const table = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 9, labels: ['bucket'] })
      expect([code, table.columns[0]?.values]).toEqual([code, moments.map((instant) => truncate(instant, code))])
    }
  },
)

it.each(['starrocks', 'doris'])('%s reads names of catalogs in its URI and uses the driver of MySQL', (name) => {
  const distributed = engineNamed(name)
  expect(distributed?.parseUri(`${name}://u:p@h/hive.sales`)).toEqual({
    host: 'h',
    port: 9030,
    database: 'hive.sales',
    username: 'u',
    password: 'p',
  })
  expect(distributed?.printUri({ host: 'h', database: 'd', username: 'u' })).toBe(`${name}://u@h:9030/d`)
  expect(distributed?.driverOf).toBe('mysql')
  expect(distributed?.dialect.literal({ epochMs: 0 })).toMatch(/^CAST\('1970-01-01 00:00:00.000000' AS DATETIME/)
})

it('parses a plan of fragments', () => {
  const plan = parseFragments(
    'PLAN FRAGMENT 0\n OUTPUT EXPRS:1: a\n\n  RESULT SINK\n\n  1:EXCHANGE\n\nPLAN FRAGMENT 1\n\n  0:OlapScanNode\n     TABLE: t\n     cardinality=10\n',
  )
  const step = { cost: null, rows: null, children: [] }
  expect(plan.children).toEqual([
    {
      ...step,
      name: 'PLAN FRAGMENT 0',
      detail: 'OUTPUT EXPRS:1: a\nRESULT SINK',
      children: [{ ...step, name: '1:EXCHANGE', detail: '' }],
    },
    {
      ...step,
      name: 'PLAN FRAGMENT 1',
      detail: '',
      children: [{ ...step, name: '0:OlapScanNode', detail: 'TABLE: t', rows: 10 }],
    },
  ])
})
