import type { AddressInfo } from 'node:net'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FrameReader } from '#calls/frames.ts'
import { FRAMES_MEDIA_TYPE, type FrameHead } from '#core/query/result.ts'
import type { BundleProgress } from '#core/rest/bundle.ts'
import { type Client, makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

const DATABASE = '11111111-1111-4111-8111-111111111111'
const uuidOf = (at: number) => `22222222-2222-4222-8222-${String(at).padStart(12, '0')}`

/** Enough for writing to take some time. */
const MANY = 2000

/** Returns a bundle of one database and this many datasets. */
function datasets(count: number): Uint8Array {
  const files = Array.from({ length: count }, (_, at) => [
    `datasets/Far/t${at}.yaml`,
    `table_name: t${at}\nuuid: ${uuidOf(at)}\nversion: 1.0.0\ndatabase_uuid: ${DATABASE}\ncolumns:\n  - column_name: a\n`,
  ])
  return zip({
    'metadata.yaml': 'version: 1.0.0\ntype: SqlaTable\n',
    'databases/Far.yaml': `database_name: Far\nsqlalchemy_uri: duckdb:///far.duckdb\nuuid: ${DATABASE}\nversion: 1.0.0\n`,
    ...Object.fromEntries(files),
  })
}

interface Frame {
  readonly head: FrameHead
  readonly text: string
  readonly bytes: Uint8Array
}

const read = (bytes: Uint8Array): Frame[] =>
  new FrameReader().push(bytes).map(({ head, body }) => ({ head, bytes: body, text: Buffer.from(body).toString() }))
const progressOf = (frames: readonly Frame[]): BundleProgress[] =>
  frames.flatMap(({ head, text }) => (head.id === 'progress' ? [JSON.parse(text) as BundleProgress] : []))

/** Returns the client with every request accepting frames. */
const framed = (client: Client): Client => ({
  ...client,
  post: (url, payload, options) =>
    client.post(url, payload, { ...options, headers: { ...options?.headers, accept: FRAMES_MEDIA_TYPE } }),
})

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fixture.close())

const stored = async () => ({
  databases: await fixture.context.store.databases.count(true),
  datasets: await fixture.context.store.datasets.count(true),
})

it('An import with progress reports the files read and written, and its result last', async () => {
  const answer = await upload(framed(admin), 'dataset', datasets(3))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, FRAMES_MEDIA_TYPE])
  const frames = read(answer.rawPayload)
  const last = frames.at(-1)
  expect([last?.head.id, last?.head.status, JSON.parse(last?.text ?? '')]).toEqual(['answer', 200, { message: 'OK' }])
  const reported = progressOf(frames)
  expect(reported).toContainEqual({ stage: 'read', done: 4, of: 4 })
  expect(reported.at(-1)).toEqual({ stage: 'write', done: 4, of: 4 })
  // Progress never decreases and never exceeds the total.
  const order = reported.map(({ stage, done }) => (stage === 'read' ? 0 : 1000) + done)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(await stored()).toMatchObject({ datasets: 3 })
})

it('The error of an import is in its last frame, with the status and body it has without progress', async () => {
  const followed = read((await upload(framed(admin), 'dataset', datasets(3))).rawPayload).at(-1)
  const single = await upload(admin, 'dataset', datasets(3))
  expect(single.statusCode).toBe(422)
  expect([followed?.head.status, JSON.parse(followed?.text ?? '')]).toEqual([422, single.json()])
})

it('rejects callers without write permission before the first progress message', async () => {
  const gamma = await fixture.as('Gamma')
  const answer = await upload(framed(gamma), 'dataset', datasets(3))
  expect([answer.statusCode, answer.json()]).toEqual([403, { message: 'Forbidden' }])
  const out = await gamma.get('/api/v1/dataset/export/?q=!(1)', { headers: { accept: FRAMES_MEDIA_TYPE } })
  expect([out.statusCode, out.json()]).toEqual([403, { message: 'Forbidden' }])
})

it('An export with progress reports its files, and ends with the bytes of the bundle and its name', async () => {
  const { rows } = await fixture.context.store.datasets.list({})
  const url = `/api/v1/dataset/export/?q=!(${rows.map(({ id }) => id).join()})`
  const answer = await admin.get(url, { headers: { accept: FRAMES_MEDIA_TYPE } })
  const frames = read(answer.rawPayload)
  expect(progressOf(frames)).toContainEqual({ stage: 'read', done: 3, of: 3 })
  expect(progressOf(frames).at(-1)).toEqual({ stage: 'write', done: 5, of: 5 })
  const last = frames.at(-1)
  expect(last?.head).toMatchObject({ id: 'answer', status: 200, file: 'dataset_export_20240501T120000.zip' })
  const single = await admin.get(url)
  expect(Object.keys(unzipSync(last?.bytes ?? new Uint8Array()))).toEqual(Object.keys(unzipSync(single.rawPayload)))
})

it('an aborted import changes nothing', async () => {
  const before = await stored()
  const { port } = fixture.app.server.address() as AddressInfo
  const signed = await fixture.nobody.post('/api/v1/security/login', { username: 'admin', password: PASSWORD })
  const body = new FormData()
  body.append('formData', new Blob([new Uint8Array(datasets(MANY))]), 'bundle.zip')
  body.append('overwrite', 'true')
  const leaving = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/dataset/import/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${signed.json().access_token}`, accept: FRAMES_MEDIA_TYPE },
    body,
    signal: leaving.signal,
  })
  const seen = await firstWritten(answer.body?.getReader())
  expect(seen).toMatchObject({ stage: 'write', of: MANY + 1 })
  expect(seen.done).toBeLessThan(MANY)
  leaving.abort()
  // A write waits until the rollback is done.
  await fixture.context.store.transaction(async () => {})
  expect(await stored()).toEqual(before)
  expect(fixture.logged.filter((line) => line.includes('"detail"'))).toEqual([])
})

/** Resolves with the first report of written files. */
async function firstWritten(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<BundleProgress> {
  const frames = new FrameReader()
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) throw new Error('It ended before anything was written.')
    for (const { body } of frames.push(value)) {
      const reported = JSON.parse(Buffer.from(body).toString()) as BundleProgress
      if (reported.stage === 'write' && reported.done > 0) return reported
    }
  }
}
