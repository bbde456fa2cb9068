import { type ClientRequest, request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import type { Load } from '#server/engines/engine.ts'
import { type Client, makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'
import { postFile, uploadCsv } from '#testing/csv-upload.ts'

let fixture: TestApp
let admin: Client
let database: number
let port: number
let token: string

/** Loads that have started and wait for `release`. */
let waiting: { readonly load: Load; readonly signal: AbortSignal; readonly release: () => void }[] = []
let isHolding = false
/** True if loads are stopped after their rows are stored. */
let isAbortedLate = false

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.signedIn(await fixture.user('bea', ['Admin']))
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  database = (await fixture.database(made)).id
  const login = { username: 'bea', password: PASSWORD, provider: 'db' }
  token = (await fixture.nobody.post('/api/v1/security/login', login)).json().access_token
  port = Number(new URL(await fixture.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const { sources } = fixture.context.chartData
  const load = sources.load.bind(sources)
  vi.spyOn(sources, 'load').mockImplementation(async (target, given, signal = AbortSignal.timeout(60_000), onRows) => {
    if (isHolding) {
      await new Promise<void>((resolve) => {
        waiting.push({ load: given, signal, release: resolve })
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      onRows?.(1, 2)
    }
    const report = await load(target, given, signal, onRows)
    if (isAbortedLate) {
      // The user stops the upload while the engine commits.
      await admin.delete(`/api/v1/database/uploads/${KEY}${given.table}`)
      signal.throwIfAborted()
    }
    return report
  })
})
afterAll(() => fixture.close())
beforeEach(() => {
  waiting = []
  isHolding = false
  isAbortedLate = false
})

const KEY = 'key-of-an-upload-'
const FILE = { filename: 'sales.csv', bytes: 'n\n1\n2\n' }
const list = async (client = admin) => (await client.get('/api/v1/database/uploads/')).json().result
const datasets = async (name: string) =>
  (await fixture.context.store.datasets.list({ where: { col: 'table_name', op: 'eq', value: name } })).rows

/** Sends the beginning of an upload of `total` bytes over HTTP, and returns the request and its status. */
function begun(table: string, total: number, part: string) {
  const head = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`
  const fields = { table_name: table, upload_key: `${KEY}${table}` }
  const texts = Object.entries(fields).map(([name, value]) => `${head(name)}\r\n\r\n${value}\r\n`)
  const call = request({
    method: 'POST',
    hostname: '127.0.0.1',
    port,
    path: `/api/v1/database/${database}/upload/`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': total,
    },
  })
  const status = new Promise<number | undefined>((resolve) => {
    call.on('response', ({ statusCode }) => resolve(statusCode))
    call.on('error', () => resolve(undefined))
  })
  call.write(`${texts.join('')}${head('file')}; filename="sales.csv"\r\n\r\n${part}`)
  return { call, status }
}

/** Sends an upload over HTTP and resolves once its load waits. */
async function sent(
  table: string,
  key?: string,
  { path = 'upload', ...others }: Readonly<Record<string, string>> = {},
): Promise<ClientRequest> {
  const fields = { table_name: table, ...(key !== undefined && { upload_key: key }), ...others }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="sales.csv"\r\n\r\nn\n1\n2\n\r\n--x--\r\n'
  const call = request({
    method: 'POST',
    hostname: '127.0.0.1',
    port,
    path: `/api/v1/database/${database}/${path}/`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
  })
  call.on('error', () => {})
  call.end(parts.join('') + file)
  await vi.waitFor(() => expect(waiting.some(({ load }) => load.table.startsWith(table))).toBe(true))
  return call
}

it('ends and leaves no rows when the connection is lost while the file loads', async () => {
  isHolding = true
  const call = await sent('lost')
  call.destroy()
  await vi.waitFor(() => expect(waiting[0]?.signal.aborted).toBe(true))
  isHolding = false
  expect(await datasets('lost')).toEqual([])
  const again = await uploadCsv(admin, database, 'n\n1\n', { table_name: 'lost' })
  expect([again.statusCode, await list()]).toEqual([201, []])
})

it('continues under a key after a lost connection, and is listed only to its user', async () => {
  isHolding = true
  const call = await sent('found', `${KEY}found`)
  call.destroy()
  const bytes = { received_bytes: 6, total_bytes: expect.any(Number) }
  const running = { key: `${KEY}found`, file_name: 'sales.csv', table_name: 'found', database_id: database, ...bytes }
  expect(await list()).toEqual([
    { ...running, state: 'running', rows: null, total_rows: null, dataset_id: null, message: null },
  ])
  const other = await fixture.as('Admin')
  expect([await list(other), (await other.delete(`/api/v1/database/uploads/${KEY}found`)).statusCode]).toEqual([
    [],
    404,
  ])
  expect(waiting[0]?.signal.aborted).toBe(false)
  waiting[0]?.release()
  await vi.waitFor(async () => expect((await list())[0].state).toBe('success'), { timeout: 30_000 })
  const [dataset] = await datasets('found')
  expect(await list()).toEqual([
    { ...running, state: 'success', rows: 2, total_rows: 2, dataset_id: dataset?.id, message: null },
  ])
  expect((await admin.delete(`/api/v1/database/uploads/${KEY}found`)).statusCode).toBe(200)
  expect(await list()).toEqual([])
})

it('a running upload is listed with its bytes for its user only, and reports a lost connection', async () => {
  const { call } = begun('arriving', 5000, 'n\n'.repeat(500))
  const arriving = { key: `${KEY}arriving`, file_name: 'sales.csv', table_name: 'arriving', database_id: database }
  const state = { ...arriving, total_bytes: 5000, rows: null, total_rows: null, dataset_id: null }
  // The reader of the form holds back the last bytes, which may belong to the boundary.
  await vi.waitFor(async () => {
    const [first] = await list()
    expect(first).toEqual({ ...state, state: 'receiving', message: null, received_bytes: expect.any(Number) })
    expect(first.received_bytes).toBeGreaterThan(900)
  })
  expect(await list(await fixture.as('Admin'))).toEqual([])
  call.destroy()
  await vi.waitFor(async () => expect((await list())[0].state).toBe('failed'))
  expect((await list())[0].message).toBe('The connection was lost before the whole file had arrived')
  expect((await admin.delete(`/api/v1/database/uploads/${KEY}arriving`)).statusCode).toBe(200)
  expect([await list(), await datasets('arriving')]).toEqual([[], []])
})

it('its key stops an upload while its file arrives, without waiting for the rest', async () => {
  const { call, status } = begun('halted', 5000, 'n\n'.repeat(500))
  await vi.waitFor(async () => expect(await list()).toHaveLength(1))
  expect((await admin.delete(`/api/v1/database/uploads/${KEY}halted`)).statusCode).toBe(200)
  expect(await status).toBe(422)
  await vi.waitFor(async () => expect(await list()).toEqual([]))
  call.destroy()
  expect(await list()).toEqual([])
})

it('an upload is not listed after the server has rejected its file', async () => {
  const upload = uploadCsv(admin, database, 'n\n1\n', { table_name: 'wrong', upload_key: `${KEY}wrong`, quote: 'x' })
  expect([(await upload).statusCode, await list()]).toEqual([422, []])
})

it('its key stops an upload before or while it loads, and the response says so', async () => {
  isHolding = true
  const fields = { table_name: 'stopped', upload_key: `${KEY}stopped` }
  const uploading = uploadCsv(admin, database, 'n\n1\n', fields)
  await vi.waitFor(async () => expect(await list()).toHaveLength(1))
  expect((await admin.delete(`/api/v1/database/uploads/${KEY}stopped`)).statusCode).toBe(200)
  const answer = await uploading
  expect([answer.statusCode, answer.json().message]).toEqual([422, 'The upload was stopped'])
  expect([await list(), await datasets('stopped')]).toEqual([[], []])
  isHolding = false
  expect((await admin.delete(`/api/v1/database/uploads/${KEY}early`)).statusCode).toBe(404)
  const early = await uploadCsv(admin, database, 'n\n1\n', { table_name: 'early', upload_key: `${KEY}early` })
  expect([early.statusCode, await datasets('early')]).toEqual([422, []])
})

it('ends the record of an earlier table of its name if it is stopped after the table was created', async () => {
  const { createdTables } = fixture.context.store
  const earlier = {
    database_id: database,
    schema: 'main',
    method: 'TABLE',
    user_id: null,
    sources: ['secrets'],
  } as const
  await createdTables.add({ ...earlier, name: 'late' })
  await createdTables.add({ ...earlier, name: 'never_loaded' })
  const records = async () => (await createdTables.ofDatabase(database)).map(({ name, sources }) => [name, ...sources])
  isAbortedLate = true
  const late = { table_name: 'late', upload_key: `${KEY}late` }
  expect((await uploadCsv(admin, database, 'n\n1\n', late)).statusCode).toBe(422)
  // The new record is that of the upload.
  expect(await records()).toEqual([['never_loaded', 'secrets'], ['late']])
  isAbortedLate = false
  isHolding = true
  const early = uploadCsv(admin, database, 'n\n1\n', { table_name: 'never_loaded', upload_key: `${KEY}never` })
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  await admin.delete(`/api/v1/database/uploads/${KEY}never`)
  expect((await early).statusCode).toBe(422)
  expect(await records()).toEqual([['never_loaded', 'secrets'], ['late']])
})

it('an upload that waits for another one is rejected after its user has lost the right, and changes nothing', async () => {
  const { store } = fixture.context
  const waits = async (name: string) => {
    const client = await fixture.signedIn(await fixture.user(name, ['Alpha']))
    const { dataset_id } = (await uploadCsv(client, database, 'n\n1\n', { table_name: `of_${name}` })).json()
    const form = { dataset_id: String(dataset_id), upload_key: `${KEY}${name}` }
    const uploads = async () => (await list(client)).length
    return { client, id: client.user?.userId ?? 0, form, uploads }
  }
  const [demoted, inactive] = [await waits('demoted'), await waits('inactive')]
  isHolding = true
  const first = uploadCsv(admin, database, 'n\n1\n', { table_name: 'first' })
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  const upload = uploadCsv(demoted.client, database, 'n\n1\n', { table_name: 'later', upload_key: `${KEY}later` })
  const url = `/api/v1/database/${database}/replace_data/`
  const replacement = postFile(inactive.client, url, FILE, inactive.form)
  await vi.waitFor(async () => expect([await demoted.uploads(), await inactive.uploads()]).toEqual([1, 1]))
  await store.users.update(demoted.id, { roles: [(await store.roles.byName('Gamma'))?.id ?? 0] }, null)
  await store.users.update(inactive.id, { active: false }, null)
  isHolding = false
  waiting[0]?.release()
  expect((await first).statusCode).toBe(201)
  expect([(await upload).statusCode, (await replacement).statusCode]).toEqual([403, 401])
  expect(await datasets('later')).toEqual([])
  const datasource = { id: Number(inactive.form.dataset_id), type: 'table' }
  const rows = await admin.post('/api/v1/chart/data', { datasource, queries: [{ columns: ['n'], metrics: [] }] })
  expect(rows.json().result[0].rowcount).toBe(1)
})

it('lists a replacement of the rows of a dataset, which continues after a lost connection and can be stopped', async () => {
  const upload = await uploadCsv(admin, database, 'n\n1\n', { table_name: 'replaced' })
  const { dataset_id } = upload.json()
  isHolding = true
  const replaced = (key: string) =>
    postFile(admin, `/api/v1/database/${database}/replace_data/`, FILE, {
      dataset_id: String(dataset_id),
      upload_key: `${KEY}${key}`,
    })
  const stopped = replaced('stop-it')
  await vi.waitFor(async () => expect((await list())[0]?.state).toBe('running'))
  expect((await admin.delete(`/api/v1/database/uploads/${KEY}stop-it`)).statusCode).toBe(200)
  expect((await stopped).json().message).toBe('The upload was stopped')
  waiting = []
  const call = await sent('replaced', `${KEY}replace`, { path: 'replace_data', dataset_id: String(dataset_id) })
  const running = { key: `${KEY}replace`, file_name: 'sales.csv', table_name: 'replaced', database_id: database }
  expect(await list()).toMatchObject([{ ...running, state: 'running', rows: null }])
  call.destroy()
  waiting[0]?.release()
  await vi.waitFor(async () => expect((await list())[0].state).toBe('success'), { timeout: 30_000 })
  expect(await list()).toMatchObject([{ ...running, rows: 2, total_rows: 2, dataset_id }])
  await admin.delete(`/api/v1/database/uploads/${KEY}replace`)
  const queries = [{ columns: ['n'], metrics: [], row_limit: 10 }]
  const rows = await admin.post('/api/v1/chart/data', { datasource: { id: dataset_id, type: 'table' }, queries })
  expect(rows.json().result[0].rowcount).toBe(2)
})

it('rejects a key that is in use, and one that is too short', async () => {
  const fields = (table_name: string) => ({ table_name, upload_key: `${KEY}taken` })
  expect((await uploadCsv(admin, database, 'n\n1\n', fields('taken'))).statusCode).toBe(201)
  const again = await uploadCsv(admin, database, 'n\n1\n', fields('taken_again'))
  expect([again.statusCode, again.headers['x-facet-error']]).toEqual([422, 'upload-key'])
  expect((await uploadCsv(admin, database, 'n\n1\n', { table_name: 'short', upload_key: '1' })).statusCode).toBe(422)
  await admin.delete(`/api/v1/database/uploads/${KEY}taken`)
})

it('running-uploads: rejects more concurrent uploads of a user than the limit', async () => {
  isHolding = true
  const { most } = bounds['running-uploads']
  const uploads = Array.from({ length: most }, (_, at) =>
    uploadCsv(admin, database, 'n\n1\n', { table_name: `many_${at}`, upload_key: `${KEY}many-${at}` }),
  )
  await vi.waitFor(async () => expect(await list()).toHaveLength(most))
  const refused = await uploadCsv(admin, database, 'n\n1\n', { table_name: 'many', upload_key: `${KEY}many` })
  expect(refused.headers['x-facet-error']).toBe('work-waiting')
  for (let at = 0; at < most; at++) await admin.delete(`/api/v1/database/uploads/${KEY}many-${at}`)
  await Promise.all(uploads)
})

it('a key of one user has no effect on the uploads of another', async () => {
  const other = await fixture.signedIn(await fixture.user('key guesser', ['Admin']))
  const key = `${KEY}shared`
  const stop = (client: Client) => client.delete(`/api/v1/database/uploads/${key}`)
  // Both stop the upload before it begins; the second does not replace the first.
  expect([(await stop(admin)).statusCode, (await stop(other)).statusCode]).toEqual([404, 404])
  for (let count = 0; count < 110; count++) await other.delete(`/api/v1/database/uploads/${KEY}many-${count}`)
  const fields = (table: string) => ({ table_name: table, upload_key: key })
  const stopped = await uploadCsv(admin, database, 'n\n1\n', fields('stopped'))
  expect([stopped.statusCode, stopped.headers['x-facet-error']]).toEqual([422, 'upload-stopped'])
  // The oldest stopped keys of the other user are forgotten.
  expect((await uploadCsv(other, database, 'n\n1\n', fields('of_other'))).statusCode).toBe(201)
  expect((await list(other)).map((each: { key: string }) => each.key)).toEqual([key])
  expect((await list()).map((each: { key: string }) => each.key)).not.toContain(key)
})
