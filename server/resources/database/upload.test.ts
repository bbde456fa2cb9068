import { existsSync, readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Client, makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { uploadCsv } from '#testing/csv-upload.ts'
import { httpClient } from '#testing/http-client.ts'

const MAX_BYTES = 1_572_864

let fixture: TestApp
let admin: Client
/** Either upload may come first: an admin may change an analyst's table, but not the other way round. */
let analyst: Client
let database: number
let dataset: number

beforeAll(async () => {
  fixture = await makeTestApp({ config: { uploadBytes: MAX_BYTES } })
  admin = await fixture.as('Admin')
  analyst = await fixture.as('Alpha')
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  database = (await fixture.database(made)).id
})
afterAll(() => fixture.close())

const rows = async (id: number) => {
  const context = { datasource: { id, type: 'table' }, queries: [{ columns: ['n'], metrics: [], row_limit: 10 }] }
  return (await admin.post('/api/v1/chart/data', context)).json().result[0].data
}

describe('a table under a dataset of another user', () => {
  beforeEach(async () => {
    const fields = { table_name: 'figures', already_exists: 'replace' }
    dataset = (await uploadCsv(admin, database, 'n\n1\n2\n', fields)).json().dataset_id
  })

  it.each(
    sampleCases(
      [
        ['replace', 'figures'],
        ['append', 'figures'],
        ['replace', 'FIGURES'],
        ['append', 'Figures'],
      ],
      3,
    ),
  )('is not changed by an upload: %s %s', async (already_exists, table_name) => {
    const before = await fixture.context.store.datasets.get(dataset)
    const answer = await uploadCsv(analyst, database, 'n,more\n666,x\n', { table_name, already_exists })
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      `The table "${table_name}" belongs to a dataset of another user`,
    ])
    expect(await rows(dataset)).toEqual([{ n: 1 }, { n: 2 }])
    expect(await fixture.context.store.datasets.get(dataset)).toEqual(before)
  })

  it('is not created if it is missing', async () => {
    const removed = await fixture.dataset({ database_id: database, table_name: 'gone', schema: 'main', owners: [] })
    const answer = await uploadCsv(analyst, database, 'n\n666\n', { table_name: 'gone' })
    expect([answer.statusCode, answer.json().message]).toEqual([422, 'The table "gone" already exists'])
    expect(await fixture.context.store.datasets.get(removed.id)).toEqual(removed)
  })

  it('is changed by an owner of all its datasets, in any spelling', async () => {
    const owners = [analyst.user?.userId as number]
    await fixture.context.store.datasets.update(dataset, { owners }, null)
    const other = await fixture.dataset({ database_id: database, table_name: 'figures', schema: 'main', owners: [] })
    const fields = { table_name: 'figures', already_exists: 'append' }
    expect((await uploadCsv(analyst, database, 'n\n3\n', fields)).statusCode).toBe(403)
    await fixture.context.store.datasets.remove([other.id], null)
    expect((await uploadCsv(analyst, database, 'n\n3\n', fields)).json()).toMatchObject({ dataset_id: dataset })
    expect(await rows(dataset)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    const spelt = { ...fields, table_name: 'Figures' }
    expect((await uploadCsv(analyst, database, 'n\n4\n', spelt)).json()).toMatchObject({ dataset_id: dataset })
    expect((await rows(dataset)).at(-1)).toEqual({ n: 4 })
  })
})

describe('lines with another number of cells', () => {
  it.each([
    ['head', 'a,b,c\n1,2\n3,4,5,6\n', '3 cells of the first one: lines (cells) 2 (2), 3 (4)'],
    ['rows', '1,2\n3,4\n5,6,7\n8,9,10\n', '2 cells of the first one: lines (cells) 3 (3), 4 (3)'],
  ])('are rejected with their numbers: by %s', async (what, text, lines) => {
    const answer = await uploadCsv(admin, database, text, { table_name: `ragged_${what}` })
    expect([answer.statusCode, answer.json().errors?.[0]?.message ?? answer.json().message]).toEqual([
      422,
      `Records do not have the ${lines}`,
    ])
    const again = await uploadCsv(admin, database, 'n\n1\n', { table_name: `ragged_${what}` })
    expect(again.statusCode).toBe(201)
  })

  it('above a header are skipped: a title, an empty line', async () => {
    const text = 'Figures of 2024\n\nn,more\n1,2\n3,4\n'
    const answer = await uploadCsv(admin, database, text, { table_name: 'titled' })
    expect(answer.statusCode).toBe(201)
    expect(await rows(answer.json().dataset_id)).toEqual([{ n: 1 }, { n: 3 }])
  })
})

it('a dataset of SQL does not reserve its name as a table', async () => {
  await fixture.dataset({ database_id: database, table_name: 'free', sql: 'SELECT 1 AS n', owners: [] })
  const fields = { table_name: 'free', already_exists: 'replace' }
  expect((await uploadCsv(analyst, database, 'n\n1\n', fields)).statusCode).toBe(201)
})

describe('concurrent uploads into one table', () => {
  it('create one dataset', async () => {
    const fields = { table_name: 'together', already_exists: 'replace' }
    const answers = await Promise.all([1, 2, 3].map((n) => uploadCsv(admin, database, `n\n${n}\n`, fields)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.json().dataset_id)).size).toBe(1)
    const { rows: made } = await fixture.context.store.datasets.list({
      where: { col: 'table_name', op: 'eq', value: 'together' },
    })
    expect(made).toHaveLength(1)
  })

  it('only the first of two users succeeds', async () => {
    const fields = { table_name: 'contested', already_exists: 'replace' }
    const answers = await Promise.all([
      uploadCsv(admin, database, 'n\n1\n', fields),
      uploadCsv(analyst, database, 'n\n666\n', fields),
    ])
    // Starts an upload whose last lines are still to be sent.
    const [first, second] = answers
    expect(first?.statusCode).toBe(201)
    const { rows: made } = await fixture.context.store.datasets.list({
      where: { col: 'table_name', op: 'eq', value: 'contested' },
    })
    expect(made).toHaveLength(1)
    const owner = (await fixture.context.store.datasets.get(made[0]?.id ?? 0))?.owners[0]
    const isAnalysts = owner === analyst.user?.userId
    expect(second?.statusCode).toBe(isAnalysts ? 201 : 403)
    expect(await rows(made[0]?.id ?? 0)).toEqual([{ n: 1 }])
  })

  it('are not loaded if their callers leave before their turn', async () => {
    const { sources } = fixture.context.chartData
    const load = sources.load.bind(sources)
    const begun: string[] = []
    let goOn = (): void => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const watch = vi.spyOn(sources, 'load').mockImplementation(async (base, file) => {
      begun.push(file.table)
      if (file.table === 'first') await held
      return load(base, file)
    })
    const found = vi.spyOn(fixture.context.store.databases, 'find')
    const leaving = new AbortController()
    await fixture.user('ada', ['Admin'])
    const login = await fixture.nobody.post('/api/v1/security/login', {
      username: 'ada',
      password: PASSWORD,
      provider: 'db',
    })
    await fixture.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = fixture.app.server.address() as AddressInfo
    const bearer = { authorization: `Bearer ${login.json().access_token}` }
    const outside = httpClient(`http://127.0.0.1:${port}`, bearer)
    const table = (table_name: string) => ({ table_name, already_exists: 'replace' })
    const first = uploadCsv(admin, database, 'n\n1\n', table('first'))
    await vi.waitFor(() => expect(begun).toEqual(['first']))
    found.mockClear()
    const closed = new Promise<void>((resolve) =>
      fixture.app.server.once('connection', (socket) => void socket.once('close', () => resolve())),
    )
    const payload = new FormData()
    payload.set('file', new File(['n\n2\n'], 'left.csv'))
    const call = { method: 'POST', url: `/api/v1/database/${database}/upload/`, payload, signal: leaving.signal }
    const left = outside.call(call)
    await vi.waitFor(() => expect(found).toHaveBeenCalled())
    const last = uploadCsv(admin, database, 'n\n3\n', table('last'))
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    await closed
    goOn()
    expect([(await first).statusCode, (await last).statusCode]).toEqual([201, 201])
    expect(begun).toEqual(['first', 'last'])
    watch.mockRestore()
    found.mockRestore()
  })

  it('failed uploads do not block later ones', async () => {
    const fields = { table_name: 'after', already_exists: 'fail' }
    const [empty, good] = await Promise.all([
      uploadCsv(admin, database, ' ', fields),
      uploadCsv(admin, database, 'n\n1\n', fields),
    ])
    expect([empty.statusCode, good.statusCode]).toEqual([422, 201])
  })
})

describe('an uploaded file', () => {
  it.each([
    ['by its length', 100_000],
    ['by the bytes that arrive', 1],
  ])('is rejected above the limit in megabytes: %s', async (_, extra) => {
    const text = `n\n${'1'.repeat(MAX_BYTES - 2 + extra)}`
    const answer = await uploadCsv(admin, database, text, { table_name: 'large' })
    expect([answer.statusCode, answer.headers['x-facet-error'], answer.json().message]).toEqual([
      413,
      'upload-too-large',
      'The file is larger than 1.5 MB',
    ])
  })

  const uploads = () => {
    const folder = join(fixture.home, 'uploads')
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'file')) : []
  }
  const head =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="slow.csv"\r\nContent-Type: text/csv\r\n\r\n'

  /** Begins an upload of lines whose end is still to come. */
  async function begin() {
    const login = { username: 'bea', password: PASSWORD, provider: 'db' }
    await fixture.user('bea', ['Admin'])
    const { access_token: token } = (await fixture.nobody.post('/api/v1/security/login', login)).json()
    const address = fixture.app.server.address() ?? (await fixture.app.listen({ port: 0, host: '127.0.0.1' }))
    const port = typeof address === 'string' ? new URL(address).port : address.port
    const routeRequest = request({
      method: 'POST',
      hostname: '127.0.0.1',
      port,
      path: `/api/v1/database/${database}/upload/`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    })
    const status = new Promise<number | undefined>((resolve) => {
      routeRequest.once('response', (answer) => resolve(answer.resume().statusCode))
      routeRequest.once('error', () => resolve(undefined))
    })
    routeRequest.write(`${head}n\n${'1\n'.repeat(200_000)}`)
    await vi.waitFor(() => expect(uploads().map((path) => statSync(path).size > 100_000)).toEqual([true]))
    return { routeRequest, status }
  }

  it('is written to disk while it arrives, loaded when complete, and then deleted', async () => {
    const { routeRequest, status } = await begin()
    routeRequest.end('2\n\r\n--x--\r\n')
    expect(await status).toBe(201)
    expect(uploads()).toEqual([])
    const { rows: made } = await fixture.context.store.datasets.list({
      where: { col: 'table_name', op: 'eq', value: 'slow' },
    })
    const context = { datasource: { id: made[0]?.id, type: 'table' }, queries: [{ columns: [], metrics: ['count'] }] }
    expect((await admin.post('/api/v1/chart/data', context)).json().result[0].data).toEqual([{ count: 200_001 }])
  })

  it('is deleted when its caller disconnects', async () => {
    const { routeRequest, status } = await begin()
    routeRequest.destroy()
    expect(await status).toBeUndefined()
    await vi.waitFor(() => expect(uploads()).toEqual([]))
  })
})
