import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QueryStateJson } from '#core/rest/sqllab.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'
import { emptyDatabase } from '#testing/postgres.ts'
import { runCommand } from './commands/run-command.ts'
import type { Terminal } from './commands/terminal.ts'
import { homeOf } from './home-ownership.ts'
import { openStore, type Store } from './store/store.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let one: TestApp
let other: TestApp
let atOne: Client
let atOther: Client
const folders: string[] = []
const newHome = () => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-ownership-'))
  folders.push(folder)
  return folder
}

/** Creates a home whose file has the same name as that of the first server, but other rows. */
async function homeWithOtherRows(): Promise<string> {
  const home = newHome()
  const app = await makeTestApp()
  const { id } = await app.database({ database_name: 'local', allow_file_upload: true })
  const csv = await uploadCsv(await app.as('Admin'), id, 'region,n\na,100\nb,200\n', { table_name: 's' })
  expect(csv.statusCode, csv.body).toBe(201)
  await app.context.chartData.close()
  cpSync(join(app.home, 'databases'), join(home, 'databases'), { recursive: true })
  await app.close()
  return home
}

beforeAll(async () => {
  database = await emptyDatabase()
  const location = { url: database.url }
  one = await makeTestApp({ location, home: newHome() })
  await one.database({ database_name: 'local', allow_file_upload: true })
  atOne = await one.as('Admin')
  const { id } = await one.database({ database_name: 'local' })
  await uploadCsv(atOne, id, 'region,n\na,1\nb,2\n', { table_name: 's' })
  other = await makeTestApp({ location, home: await homeWithOtherRows() })
  atOther = await other.as('Admin')
})
afterAll(async () => {
  await other?.close()
  await one?.close()
  await database?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const rowsOf = async (client: Client) => {
  const query = { columns: ['region'], metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(n)', label: 'n' }] }
  const answer = await client.post('/api/v1/chart/data', {
    datasource: { id: 1, type: 'table' },
    queries: [{ ...query, orderby: [['region', true]] }],
    result_format: 'json',
    result_type: 'full',
  })
  return { status: answer.statusCode, body: answer.json() }
}
const sums = async (client: Client) =>
  (await rowsOf(client)).body.result?.[0].data.map(({ n }: { n: number | string }) => Number(n))

it('a second server whose home has a file of the same name rejects the dataset and uploads, and names the first home', async () => {
  expect(await sums(atOne)).toEqual([1, 2])
  const rejected = await rowsOf(atOther)
  expect(rejected.status).toBe(503)
  expect(JSON.stringify(rejected.body)).toContain(homeOf(one.home).name)
  const { id } = await one.database({ database_name: 'local' })
  const upload = await uploadCsv(atOther, id, 'region,n\nc,3\n', { table_name: 's', already_exists: 'replace' })
  expect(upload.statusCode).toBe(503)
  expect(await sums(atOne)).toEqual([1, 2])
})

it('an export belongs to the home that wrote it: another server names that home, and can cancel it there', async () => {
  await one.context.sqlExports.start()
  const { id: database_id } = await one.database({ database_name: 'local' })
  const run = { database_id, sql: 'SELECT region, n FROM s ORDER BY n', client_id: 'exported' }
  expect((await atOne.post('/api/v1/sqllab/execute/', run)).statusCode).toBe(200)
  const path = '/api/v1/sqllab/exports/'
  const body = { client_id: 'exported', statement: 0, format: 'csv' }
  const { id } = (await atOne.post(path, body)).json().result
  const stateAt = async (client: Client) => (await client.get(path)).json().result[0]?.state
  await expect.poll(() => stateAt(atOther), { timeout: 30_000 }).toBe('success')

  expect((await atOne.get(`${path}${id}/file`)).body).toBe('region,n\na,1\nb,2\n')
  const answer = await atOther.get(`${path}${id}/file`)
  expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
    503,
    `The file of this export is on another server: ${homeOf(one.home).name}`,
  ])
  const serverAt = async (client: Client) => (await client.get(path)).json().result[0]?.other_server
  expect([await serverAt(atOne), await serverAt(atOther)]).toEqual([null, homeOf(one.home).name])
  expect((await atOther.delete(`${path}${id}`)).statusCode).toBe(200)
  expect((await atOne.get(`${path}${id}/file`)).statusCode).toBe(404)
  await one.context.sqlExports.sweep()
  expect(existsSync(join(one.home, 'exports', id))).toBe(false)
})

it('another server stops a run whose caller waits', async () => {
  const { id: database_id } = await one.database({ database_name: 'local' })
  const endless = 'SELECT a.range AS n FROM range(1000000) a, range(1000000) b WHERE hash(a.range * 3 + b.range) = 1'
  const body = { database_id, sql: `SELECT 1 AS n; ${endless}; SELECT 2 AS n`, client_id: 'waits' }
  const running = atOne.post('/api/v1/sqllab/execute/', body)
  const stateOf = async () => {
    const { result } = (await atOther.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json()
    return (result as QueryStateJson[]).find(({ id }) => id === 'waits')
  }
  await expect.poll(async () => (await stateOf())?.extra.statements?.[1]?.state, { timeout: 30_000 }).toBe('running')
  expect((await atOther.post('/api/v1/query/stop', { client_id: 'waits' })).statusCode).toBe(200)
  const answer = await running
  expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
    400,
    '[Statement 2 out of 3] The query was stopped',
  ])
  const { state, extra } = (await stateOf()) as QueryStateJson
  expect([state, extra.statements?.map((each) => each.state)]).toEqual(['stopped', ['success', 'stopped', 'not_run']])
})

it('a second server reports at its start which files another home uses', () => {
  expect(other.logged.join('\n')).toContain(`The file of the database \\"local\\" is held by ${homeOf(one.home).name}`)
  expect(one.logged.join('\n')).not.toContain('is held by')
})

it('databases of other servers are read by both', async () => {
  const warehouse = { id: 9, database_name: 'w', backend: 'postgresql', sqlalchemy_uri: 'postgresql://h/d' }
  for (const { context } of [one, other]) await expect(context.ownership?.require(warehouse)).resolves.toBeUndefined()
})

async function facet(home: string, line: string) {
  const lines: string[] = []
  const terminal = {
    print: (text: string) => void lines.push(text),
    printMessage: (text: string) => void lines.push(text),
  }
  const open = (): Promise<Store> => openStore({ url: database.url }, () => one.now, one.context.newUuid)
  const settings = { ...one.context.config, home, databaseUrl: database.url }
  const code = await runCommand(line.split('|'), {
    terminal: terminal as Terminal,
    now: () => one.now,
    settings,
    openStore: open,
  })
  return { code, output: lines.join('\n') }
}

it('facet home claim moves the ownership at once, for running servers too, and is in the audit log', async () => {
  expect(await facet(newHome(), 'home|claim|local')).toMatchObject({
    output: expect.stringContaining('does not exist. Move it there first.'),
  })
  const { code, output: printed } = await facet(other.home, 'home|claim|local')
  expect([code, printed]).toEqual([0, expect.stringContaining(`previously ${homeOf(one.home).name} did`)])
  expect(await sums(atOther)).toEqual([100, 200])
  expect((await rowsOf(atOne)).status).toBe(503)
  const { id } = await one.database({ database_name: 'local' })
  const [event] = await one.context.store.events.history('database', id, 1)
  expect(JSON.parse(event?.after ?? '{}')).toEqual({ home: homeOf(other.home).name })
})

it('a copy of a home does not start while the original runs; a home that was moved keeps its files', async () => {
  const location = { url: database.url }
  const copy = newHome()
  cpSync(join(one.home, 'home-id'), join(copy, 'home-id'))
  await expect(makeTestApp({ location, home: copy })).rejects.toThrow(`the same home-id as ${homeOf(one.home).name}`)
  const { id, name } = homeOf(copy)
  const { homeFiles } = other.context.store
  // The server of the home has not renewed its registration for half a minute.
  expect(await homeFiles.register({ id, name }, 'moved', one.now + 1)).toBeUndefined()
  await homeFiles.move('databases/moved.duckdb', homeOf(one.home))
  expect(await homeFiles.register({ id, name: 'elsewhere:/home' }, 'again', one.now + 1)).toBeUndefined()
  expect(await homeFiles.holder('databases/moved.duckdb')).toEqual({ id, name: 'elsewhere:/home' })
})

it('facet home claim takes a file that no home holds and that an upload is to create', async () => {
  const { id } = await one.database({ database_name: 'imported', allow_file_upload: true })
  await one.dataset({ database_id: id, table_name: 't' })
  const upload = async () =>
    (await uploadCsv(atOne, id, 'n\n1\n', { table_name: 't', already_exists: 'replace' })).statusCode
  expect(await upload()).toBe(503)
  expect((await facet(one.home, 'home|claim|imported')).code).toBe(0)
  expect(await upload()).toBe(201)
})

it('plug-in modules are served by the home that holds them, until another home claims them', async () => {
  const location = { url: database.url }
  const config = { flags: { ...one.context.config.flags, DYNAMIC_PLUGINS: true } }
  const [first, second] = [newHome(), newHome()]
  for (const home of [first, second]) {
    mkdirSync(join(home, 'plugins'), { recursive: true })
    writeFileSync(join(home, 'plugins/clock.js'), 'export {}')
  }
  const servers: TestApp[] = []
  for (const home of [first, second]) servers.push(await makeTestApp({ location, home, config }))
  const statuses = () =>
    Promise.all(
      servers.map(async (app) => (await (await app.as('Admin')).get('/dynamic-plugins/files/clock.js')).statusCode),
    )
  expect(await statuses()).toEqual([200, 503])
  const claim = await facet(second, 'home|claim-plugins')
  expect(claim).toEqual({
    code: 0,
    output: `${homeOf(second).name} now holds plugins; previously ${homeOf(first).name} did.`,
  })
  expect(await statuses()).toEqual([503, 200])
  const [event] = await one.context.store.events.history('home', 0, 1)
  expect(event).toMatchObject({
    action: 'update',
    before: JSON.stringify({ home: homeOf(first).name }),
    after: JSON.stringify({ home: homeOf(second).name }),
  })
  const empty = newHome()
  expect((await facet(empty, 'home|claim-plugins')).output).toBe(
    `${join(empty, 'plugins')} does not exist. Move it there first.`,
  )
  for (const app of servers) await app.close()
})

it('facet examples does not load them into a second home, and names the home that has them', async () => {
  const { homeFiles, settings } = one.context.store
  await homeFiles.move('databases/examples.duckdb', homeOf(one.home))
  await settings.set('examples loaded', 'yes')
  const { code, output } = await facet(newHome(), 'examples|--again')
  expect(code).toBe(1)
  expect(output).toContain(`The file of the database "examples" is held by another server: ${homeOf(one.home).name}`)
  expect(await settings.get('examples loaded')).toBe('yes')
})
