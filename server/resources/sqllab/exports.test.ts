import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import type { SqlExportJson } from '#core/rest/sqllab-export.ts'
import { SqlExports } from '#server/sqllab/sql-exports.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { readParquet } from '#testing/duckdb-file.ts'

const API = '/api/v1/sqllab/exports'

let fixture: TestApp
let admin: Client
let database: number
beforeAll(async () => {
  fixture = await makeTestApp({
    environment: { FACET_SQLLAB_EXPORT_ROWS: '300000', FACET_SQLLAB_EXPORT_ROLE_ROWS: 'Narrow=7' },
  })
  admin = await fixture.as('Admin')
  database = (await fixture.database()).id
  await fixture.context.sqlExports.start()
})
afterAll(() => fixture.close())

let count = 0
/** Runs SQL, of which few rows are stored, and returns its client id. */
async function run(client: Client, sql: string, more: object = {}): Promise<string> {
  const client_id = `export${++count}`
  const body = { database_id: database, sql, client_id, queryLimit: 10, ...more }
  const answer = await client.post('/api/v1/sqllab/execute/', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return client_id
}
/** Creates a run whose statement is replaced before it is exported. */
async function runThen(client: Client, sql: string): Promise<string> {
  const client_id = await run(client, 'SELECT 1 AS n')
  const { queries } = fixture.context.store
  const [query] = (await queries.list({ where: { col: 'client_id', op: 'eq', value: client_id } })).rows
  const extra = JSON.parse(query?.extra_json ?? '{}')
  const statements = [{ ...extra.statements[0], sql }]
  await queries.update(query?.id ?? 0, { extra_json: JSON.stringify({ ...extra, statements }) }, null)
  return client_id
}
/** A statement that never finishes. */
const ENDLESS = 'SELECT a.range AS n FROM range(1000000) a, range(1000000) b WHERE hash(a.range * 3 + b.range) = 1'
const start = (client: Client, client_id: string, format = 'csv', statement = 0) =>
  client.post(`${API}/`, { client_id, statement, format })
const listed = async (client: Client): Promise<SqlExportJson[]> => (await client.get(`${API}/`)).json().result
const fileOf = (client: Client, id: string) => client.get(`${API}/${id}/file`)
const filesOf = (id: string) => {
  const folder = join(fixture.home, 'exports', id)
  return existsSync(folder) ? readdirSync(folder) : []
}

async function started(client: Client, client_id: string, format?: string): Promise<string> {
  const answer = await start(client, client_id, format)
  expect(answer.statusCode, answer.body).toBe(202)
  return answer.json().result.id
}
async function inState(client: Client, id: string, state: SqlExportJson['state']): Promise<SqlExportJson> {
  const find = async () => (await listed(client)).find((each) => each.id === id)
  await expect.poll(async () => (await find())?.state, { timeout: 60_000 }).toBe(state)
  return (await find()) as SqlExportJson
}
async function exported(client: Client, sql: string, format: string) {
  const id = await started(client, await run(client, sql, { tab: 'All rows' }), format)
  const done = await inState(client, id, 'success')
  const file = await fileOf(client, id)
  await client.delete(`${API}/${id}`)
  return { done, file }
}

describe('An export of all rows', () => {
  it('runs the statement again and contains every row, also beyond the limit of a result', async () => {
    const { done, file } = await exported(admin, 'SELECT range AS n FROM range(250000) ORDER BY n', 'csv')
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(file.headers['content-disposition']).toBe("attachment; filename*=UTF-8''All%20rows.csv")
    const lines = file.body.split('\n')
    expect([lines.length, lines[0], lines[1], lines[250_000], lines[250_001]]).toEqual([
      250_002,
      'n',
      '0',
      '249999',
      '',
    ])
    expect(done).toMatchObject({ rows: 250_000, limited: false, row_limit: 300_000, file_name: 'All rows.csv' })
    expect([done.bytes, done.expires_on - done.created_on]).toEqual([file.rawPayload.byteLength, 86_400_000])
  })

  it('ends at the row limit and reports it', async () => {
    const { done, file } = await exported(admin, 'SELECT range AS n FROM range(300001)', 'ndjson')
    expect([done.rows, done.limited]).toEqual([300_000, true])
    const lines = file.body.split('\n')
    expect([lines.length, lines[0], lines[299_999]]).toEqual([300_001, '{"n":0}', '{"n":299999}'])
  })

  const mixed =
    "SELECT 9007199254740993 AS big, CAST('0.10' AS DECIMAL(5,2)) AS price, DATE '2024-02-29' AS d, " +
    "TIMESTAMP '2024-02-29 10:00:00.5' AS at, '=1+1' AS f, true AS ok UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL"

  it.each([
    ['csv', "big,price,d,at,f,ok\n9007199254740993,0.10,2024-02-29,2024-02-29 10:00:00.500,'=1+1,true\n,,,,,\n"],
    [
      'json',
      '[\n{"big":"9007199254740993","price":"0.10","d":"2024-02-29","at":"2024-02-29T10:00:00.500000","f":"=1+1","ok":true},\n' +
        '{"big":null,"price":null,"d":null,"at":null,"f":null,"ok":null}\n]\n',
    ],
  ])('keeps all digits and the types in %s', async (format, text) => {
    expect((await exported(admin, mixed, format)).file.body).toBe(text)
  })

  it('keeps the types of the database in Parquet', async () => {
    const { file } = await exported(admin, mixed, 'parquet')
    const { columns, rows } = await readParquet(file.rawPayload)
    expect(columns).toEqual(['big BIGINT', 'price DECIMAL(5,2)', 'd DATE', 'at TIMESTAMP', 'f VARCHAR', 'ok BOOLEAN'])
    expect(rows[0]).toEqual(['9007199254740993', '0.10', '2024-02-29', '2024-02-29 10:00:00.5', '=1+1', 'true'])
  })

  it('writes a workbook', async () => {
    const { file, done } = await exported(admin, "SELECT 1 AS n, '=1+1' AS f", 'xlsx')
    expect([file.headers['content-type'], done.row_limit]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      300_000,
    ])
    const sheet = Buffer.from(unzipSync(file.rawPayload)['xl/worksheets/sheet1.xml'] ?? []).toString()
    expect(
      sheet
        .replaceAll(/<[^>]+>/g, ' ')
        .split(/\s+/)
        .filter(Boolean),
    ).toEqual(['n', 'f', '1', '=1+1'])
  })

  it('writes an array without elements if there are no rows, and columns alone in Parquet', async () => {
    expect((await exported(admin, 'SELECT 1 AS n WHERE false', 'json')).file.body).toBe('[\n]\n')
    const { file } = await exported(admin, 'SELECT 1 AS n WHERE false', 'parquet')
    expect(await readParquet(file.rawPayload)).toEqual({ columns: ['n INTEGER'], rows: [] })
  })

  it('appears in the query history', async () => {
    const { done } = await exported(admin, "SELECT 'logged' AS word", 'csv')
    const { rows } = await fixture.context.store.queries.list({
      where: { col: 'sql', op: 'eq', value: "SELECT 'logged' AS word" },
    })
    expect(rows.map(({ status, row_limit }) => [status, row_limit])).toEqual([
      ['success', 10],
      ['success', done.row_limit],
    ])
  })

  it('fails with the error of the statement', async () => {
    const client_id = await runThen(admin, 'SELECT missing FROM nowhere')
    const id = await started(admin, client_id)
    const { error, url } = await inState(admin, id, 'failed')
    expect([error, url, filesOf(id)]).toEqual([expect.stringContaining('nowhere'), null, []])
    expect((await fileOf(admin, id)).statusCode).toBe(409)
    await admin.delete(`${API}/${id}`)
  })
})

describe('Rights', () => {
  async function analyst(name: string, ...roles: string[]): Promise<Client> {
    const own = await fixture.context.store.roles.create({ name: `Analyst ${name}` }, null)
    await fixture.context.store.roles.setPairs(own.id, [
      ['all_database_access', 'all_database_access'],
      ['can_csv', 'Superset'],
    ])
    return fixture.signedIn(await fixture.user(name, [`Analyst ${name}`, 'sql_lab', ...roles]))
  }
  const withdraw = async (name: string) => {
    const role = await fixture.context.store.roles.byName(`Analyst ${name}`)
    await fixture.context.store.roles.setPairs(role?.id ?? 0, [['can_csv', 'Superset']])
  }

  it('exports need a session, the permissions and a run of the same user', async () => {
    const client_id = await run(admin, 'SELECT 1 AS n')
    expect((await start(fixture.nobody, client_id)).statusCode).toBe(401)
    const gamma = await fixture.as('Gamma')
    expect((await start(gamma, client_id)).statusCode).toBe(403)
    const other = await analyst('other')
    expect((await start(other, client_id)).statusCode).toBe(404)
    const own = await run(other, 'SELECT 1 AS n')
    await withdraw('other')
    expect((await start(other, own)).statusCode).toBe(403)
    expect(await listed(other)).toEqual([])
    for (const [format, statement] of [
      ['pdf', 0],
      ['csv', 1],
      ['csv', -1],
    ] as const)
      expect((await start(admin, client_id, format, statement)).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('a file belongs to its owner only', async () => {
    const id = await started(admin, await run(admin, 'SELECT 1 AS n'))
    await inState(admin, id, 'success')
    const second = await fixture.signedIn(await fixture.user('second admin', ['Admin']))
    expect([(await fileOf(second, id)).statusCode, (await second.delete(`${API}/${id}`)).statusCode]).toEqual([
      404, 404,
    ])
    expect((await fileOf(fixture.nobody, id)).statusCode).toBe(401)
    expect((await listed(second)).map((each) => each.id)).not.toContain(id)
    expect((await fileOf(admin, '../../facet.db')).statusCode).toBe(404)
    expect((await admin.delete(`${API}/${id}`)).statusCode).toBe(200)
    expect([(await fileOf(admin, id)).statusCode, filesOf(id)]).toEqual([404, []])
  })

  it('rights that are revoked later return 403 and remove the file', async () => {
    const client = await analyst('later')
    const id = await started(client, await run(client, 'SELECT 1 AS n'))
    await inState(client, id, 'success')
    expect([(await fileOf(client, id)).body, filesOf(id)]).toEqual(['n\n1\n', ['file']])
    await withdraw('later')
    expect([(await fileOf(client, id)).statusCode, filesOf(id)]).toEqual([403, []])
  })

  it('revoked rights remove the file without a request for it', async () => {
    const client = await analyst('swept')
    const id = await started(client, await run(client, 'SELECT 1 AS n'))
    await inState(client, id, 'success')
    await fixture.context.sqlExports.sweep()
    expect(filesOf(id)).toEqual(['file'])
    await withdraw('swept')
    await fixture.context.sqlExports.sweep()
    expect(filesOf(id)).toEqual([])
  })

  it('row rules apply to the file, and a change of them returns 403', async () => {
    const { store } = fixture.context
    const client = await analyst('ruled')
    await fixture.context.store.datasets.create({ database_id: database, table_name: 'areas', schema: 'main' }, null)
    const dataset = (await store.datasets.list({ where: { col: 'table_name', op: 'eq', value: 'areas' } })).rows[0]
    const role = await store.roles.byName('Analyst ruled')
    const rule = {
      name: 'areas',
      filter_type: 'Regular',
      tables: [dataset?.id as number],
      roles: [role?.id as number],
    } as const
    const { id: ruleId } = await store.rowRules.create({ ...rule, clause: "area = 'a'" }, null)
    const id = await started(client, await run(client, "SELECT 'b' AS area"))
    await inState(client, id, 'success')
    expect((await fileOf(client, id)).statusCode).toBe(200)
    await store.rowRules.update(ruleId, { clause: "area = 'b'" }, null)
    const answer = await fileOf(client, id)
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      403,
      'The file of this export was removed because the rows you may see have changed',
    ])
    expect(filesOf(id)).toEqual([])
  })

  it('limit the rows by role: the highest limit of a user’s roles counts', async () => {
    await fixture.context.store.roles.create({ name: 'Narrow' }, null)
    const narrow = await fixture.user('narrow', ['Narrow'])
    const limitOf = async (id: number) => {
      const user = await fixture.context.store.users.current(id)
      return user && fixture.context.sqlExports.rowLimit(user)
    }
    expect(await limitOf(narrow.id)).toBe(7)
    expect(await limitOf((await fixture.user('wide', ['Narrow', 'Alpha'])).id)).toBe(300_000)
  })
})

describe('Files', () => {
  it('expire after a day, and that is reported; the next sweep removes them', async () => {
    const id = await started(admin, await run(admin, 'SELECT 1 AS n'))
    await inState(admin, id, 'success')
    fixture.now += 86_400_000 - 1
    expect((await fileOf(admin, id)).statusCode).toBe(200)
    fixture.now += 1
    const answer = await fileOf(admin, id)
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([410, 'The file of this export has expired'])
    await fixture.context.sqlExports.sweep()
    expect([filesOf(id), await listed(admin)]).toEqual([[], []])
  })

  it('a cancelled export removes its file and stops the statement', async () => {
    const id = await started(admin, await runThen(admin, ENDLESS))
    await inState(admin, id, 'running')
    expect((await admin.delete(`${API}/${id}`)).statusCode).toBe(200)
    expect(await listed(admin)).toEqual([])
    await expect.poll(() => filesOf(id), { timeout: 20_000 }).toEqual([])
    expect((await exported(admin, 'SELECT 2 AS n', 'csv')).file.body).toBe('n\n2\n')
  })

  it('limits the bytes of a user: a larger export fails, and its file is removed', async () => {
    const { context, home } = fixture
    const parts = {
      home: { id: 'small', name: 'small' },
      directory: join(home, 'small'),
      maxRows: 300_000,
      roleRows: {},
    }
    const small = new SqlExports({ ...context, ...parts, maxBytes: 1000 })
    await small.start()
    const client_id = await runThen(admin, 'SELECT range AS n FROM range(100000)')
    const [query] = (await context.store.queries.list({ where: { col: 'client_id', op: 'eq', value: client_id } })).rows
    const row = await context.store.databases.get(database)
    if (!query || !row || !admin.user) throw new Error('There is no run')
    const { key } = await small.create({ user: admin.user, query, database: row, statement: 0, format: 'csv' })
    const { error } = await inState(admin, key, 'failed')
    await small.stop()
    expect(error).toMatch(/^[\d,]+ bytes exceed the limit of 1000 for the exports of a user$/)
    expect(readdirSync(parts.directory)).toEqual([])
    expect(bounds['sql-export-bytes'].most).toBe(4 * 2 ** 30)
    await admin.delete(`${API}/${key}`)
  })

  it('limits the exports of a user', async () => {
    const client_id = await run(admin, 'SELECT 1 AS n')
    const ids: string[] = []
    for (let number = 0; number < 10; number++) ids.push(await started(admin, client_id))
    const refused = await start(admin, client_id)
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      '11 exports of SQL results exceed the limit of 10 for a user',
    ])
    expect(refused.json().errors[0].extra).toMatchObject({ bound: 'sql-exports' })
    for (const id of ids) await admin.delete(`${API}/${id}`)
  })
})
