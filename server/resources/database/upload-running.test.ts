import { type ClientRequest, request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import type { Load } from '#server/engines/engine.ts'
import { type Client, makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

let fixture: TestApp
let admin: Client
let database: number
let port: number
let token: string

/** Loads that have started and wait for `release`. */
let waiting: { readonly load: Load; readonly signal: AbortSignal; readonly release: () => void }[] = []
let isHolding = false

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
    return load(target, given, signal, onRows)
  })
})
afterAll(() => fixture.close())
beforeEach(() => {
  waiting = []
  isHolding = false
})

const KEY = 'key-of-an-upload-'
const list = async (client = admin) => (await client.get('/api/v1/database/uploads/')).json().result
const datasets = async (name: string) =>
  (await fixture.context.store.datasets.list({ where: { col: 'table_name', op: 'eq', value: name } })).rows

/** Sends an upload over HTTP and resolves once its load waits. */
async function sent(table: string, key?: string): Promise<ClientRequest> {
  const fields = { table_name: table, ...(key !== undefined && { upload_key: key }) }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="sales.csv"\r\n\r\nn\n1\n2\n\r\n--x--\r\n'
  const call = request({
    method: 'POST',
    hostname: '127.0.0.1',
    port,
    path: `/api/v1/database/${database}/upload/`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
  })
  call.on('error', () => {})
  call.end(parts.join('') + file)
  await vi.waitFor(() => expect(waiting.map(({ load }) => load.table)).toContain(table))
  return call
}

it('ends and leaves nothing behind when the connection is lost while the file loads', async () => {
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
  const running = { key: `${KEY}found`, file_name: 'sales.csv', table_name: 'found', database_id: database }
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
    { ...running, state: 'success', rows: 1, total_rows: 2, dataset_id: dataset?.id, message: null },
  ])
  expect((await admin.delete(`/api/v1/database/uploads/${KEY}found`)).statusCode).toBe(200)
  expect(await list()).toEqual([])
})

it('is stopped by its key, before or while it loads, and says so', async () => {
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

it('refuses a key that is taken, and one that could be guessed', async () => {
  const fields = (table_name: string) => ({ table_name, upload_key: `${KEY}taken` })
  expect((await uploadCsv(admin, database, 'n\n1\n', fields('taken'))).statusCode).toBe(201)
  const again = await uploadCsv(admin, database, 'n\n1\n', fields('taken_again'))
  expect([again.statusCode, again.headers['x-facet-error']]).toEqual([422, 'upload-key'])
  expect((await uploadCsv(admin, database, 'n\n1\n', { table_name: 'short', upload_key: '1' })).statusCode).toBe(422)
  await admin.delete(`/api/v1/database/uploads/${KEY}taken`)
})

it('running-uploads: more than one person may have at a time are refused by name', async () => {
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
