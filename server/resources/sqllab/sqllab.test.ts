import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let world: TestApp
let admin: Client
let key: string

beforeAll(async () => {
  world = await makeTestApp()
  admin = await world.as('Admin')
  key = `${(await world.dataset()).id}__table`
})
afterAll(() => world.close())

const post = (client: Client, fields: Record<string, string>) =>
  client.post('/superset/sqllab/', new URLSearchParams(fields).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const ask = (client: Client, sql: string, datasourceKey = key) =>
  post(client, { form_data: JSON.stringify({ datasourceKey, sql }) })

describe('SQL posted by a form', () => {
  it('C-SQL-02: is shown with its rows', async () => {
    const answer = await ask(admin, "SELECT 1 AS one, '<b>' AS mark, DATE '2024-05-01' AS day, NULL AS nothing")
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('<h1>SQL on local</h1>')
    expect(answer.body).toContain('SELECT 1 AS one, &#39;&#60;b&#62;&#39; AS mark')
    expect(answer.body).toContain('<th scope="col">one</th><th scope="col">mark</th>')
    expect(answer.body).toContain('<tr><td>1</td><td>&#60;b&#62;</td><td>2024-05-01 00:00:00</td><td></td></tr>')
    expect(answer.body).toContain('<caption>1 row</caption>')
  })

  it('shows a thousand rows of more', async () => {
    const { body } = await ask(admin, 'SELECT i FROM range(2000) t(i)')
    expect(body).toContain('<caption>The first 1000 rows</caption>')
    expect(body.match(/<tr><td>/g)).toHaveLength(1000)
  })

  it.each([
    'DROP TABLE t',
    "SELECT * FROM read_csv('/etc/passwd')",
    'SELECT 1; SELECT 2',
    'SELECT FROM',
    'SELECT nope',
  ])('is refused, and shown with the reason: %s', async (sql) => {
    const answer = await ask(admin, sql)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.body).toContain('<p role="alert">')
    expect(answer.body).not.toContain('<table>')
  })

  it('is run for those who may read the whole database only', async () => {
    const role = await world.context.store.roles.byName('sql_lab')
    expect(role).toBeDefined()
    const writer = await world.signedIn(await world.user('writer', ['Gamma', 'sql_lab']))
    const { id } = await world.dataset({ owners: [writer.user?.userId as number] })
    const answer = await ask(writer, 'SELECT 1 AS one', `${id}__table`)
    expect([answer.statusCode, answer.body.includes('no access to the database local')]).toEqual([403, true])
    expect((await ask(writer, 'SELECT 1', key)).statusCode).toBe(404)
    expect((await ask(await world.as('Gamma'), 'SELECT 1')).statusCode).toBe(403)
    expect((await ask(world.nobody, 'SELECT 1')).statusCode).toBe(401)
  })

  it('that cannot be read is none', async () => {
    const answer = await post(admin, { form_data: '{' })
    expect([answer.statusCode, answer.body.includes('There is no SQL to run.')]).toEqual([200, true])
  })
})
