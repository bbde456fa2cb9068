import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let database: number
beforeAll(async () => {
  fixture = await makeTestApp()
  database = (await fixture.database()).id
  fixture.context.sqlQueries.start()
})
afterAll(() => fixture.close())

it.each([
  ['while the caller waits', false],
  ['by a job', true],
])('runs no further statement %s after its user has lost the right to run SQL', async (_, runAsync) => {
  const { store } = fixture.context
  const user = await fixture.user(`loses the right ${runAsync}`, ['Alpha', 'sql_lab'])
  const alpha = (await store.roles.byName('Alpha'))?.id ?? 0
  const put = store.queryResults.put.bind(store.queryResults)
  const spy = vi.spyOn(store.queryResults, 'put').mockImplementation(async (...given) => {
    await put(...given)
    await store.users.update(user.id, { roles: [alpha] }, null)
  })
  const id = `lost${Number(runAsync)}`
  const sql = 'SELECT 1; SELECT 2; SELECT 3'
  const body = { database_id: database, sql, client_id: id, runAsync }
  const answer = await (await fixture.signedIn(user)).post('/api/v1/sqllab/execute/', body)
  expect(answer.statusCode, answer.body).toBe(runAsync ? 202 : 403)
  const find = () => store.queries.find({ col: 'client_id', op: 'eq', value: id })
  await expect.poll(async () => (await find())?.status, { timeout: 20_000 }).toBe('failed')
  const { statements } = JSON.parse((await find())?.extra_json ?? '')
  expect(statements.map(({ state }: { state: string }) => state)).toEqual(['success', 'failed', 'not_run'])
  spy.mockRestore()
})
