import { expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import type { SqlResultJson } from '#core/rest/sqllab.ts'
import { makeTestApp } from '#testing/app.ts'

const q = (value: object) => encodeURIComponent(printRison(value))

it('results have the lifetime, the rows and the size of the settings', async () => {
  const limited = await makeTestApp({
    environment: {
      FACET_SQLLAB_RESULT_S: '60',
      FACET_SQLLAB_RESULT_ROWS: '5',
      FACET_SQLLAB_RESULT_MB: '1',
      FACET_SQLLAB_USER_RESULTS_MB: '1',
    },
  })
  const client = await limited.as('Admin')
  const { id } = await limited.database()
  const execute = (sql: string, client_id: string) =>
    client.post('/api/v1/sqllab/execute/', { database_id: id, sql, client_id, queryLimit: 10 })
  const statusOf = async (key: string) => (await client.get(`/api/v1/sqllab/results/?q=${q({ key })}`)).statusCode
  const first = (await execute('SELECT range AS n FROM range(6)', 'first')).json<SqlResultJson>()
  expect([first.data.length, first.query.limitingFactor]).toEqual([5, 'DROPDOWN'])
  const whole = (await execute('SELECT range AS n FROM range(5)', 'whole')).json<SqlResultJson>()
  expect([whole.data.length, whole.query.limitingFactor]).toEqual([5, 'NOT_LIMITED'])
  // 2^20 + 1 characters exceed one megabyte; half of them do not.
  const large = await execute("SELECT repeat('x', 1048577) AS text", 'large')
  expect([large.statusCode, large.body]).toEqual([400, expect.stringContaining('The result is larger than 1 MiB')])
  expect((await execute("SELECT repeat('x', 524288) AS text", 'half')).statusCode).toBe(200)
  const key = first.query.resultsKey as string
  limited.now += 59_999
  expect(await statusOf(key)).toBe(200)
  limited.now += 1
  expect(await statusOf(key)).toBe(410)
  // Two results whose compressed text is over half of a megabyte each: the older one is removed.
  const random = "SELECT string_agg(md5(range::VARCHAR), '') AS text FROM range(29000)"
  const keys: string[] = []
  for (const name of ['old', 'new'])
    keys.push((await execute(random, name)).json<SqlResultJson>().query.resultsKey as string)
  expect(await Promise.all(keys.map(statusOf))).toEqual([410, 200])
  await limited.close()
})
