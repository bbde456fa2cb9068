import { strToU8, type Zippable, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoundName, bounds } from '#core/rest/bounds.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { readBundle } from './bundle.ts'
import { readUploadedBundle } from './read-uploaded-bundle.ts'
import { readZip } from './zip.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const HEAD = 'version: 1.0.0\ntype: SqlaTable\n'
const MIB = 1024 * 1024

/** Returns a ZIP file with uncompressed entries. */
const stored = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        [typeof content === 'string' ? strToU8(content) : content, { level: 0 }],
      ]),
    ) as Zippable,
  )

/** Returns the same ZIP file, whose directory declares this uncompressed size for its first entry. */
function declared(zip: Uint8Array, bytes: number): Uint8Array {
  const file = Buffer.from(zip)
  file.writeUInt32LE(bytes, file.indexOf('PK\u0001\u0002') + 24)
  return file
}

const yaml = (bytes: number): string => `${HEAD}a: ${'x'.repeat(bytes - HEAD.length - 'a: '.length)}`
/** Returns a mapping of about this many characters, nearly all of them from aliases. */
const aliased = (letters: number) =>
  `${HEAD}a: &a [${'1,'.repeat(10_000)}]\nb: [${'*a,'.repeat(Math.ceil(letters / 10_000))}]\n`
const blob = stored({ 'x/big.bin': new Uint8Array(3 * MIB), 'x/metadata.yaml': HEAD })
const rest = HEAD.length

/** Reads input with `count` of the items that a limit counts. */
const readings: Readonly<Partial<Record<BoundName, (count: number) => unknown>>> = {
  'bundle-entries': (count) =>
    readZip(
      stored(
        Object.fromEntries([
          ['x/metadata.yaml', HEAD],
          ...Array.from({ length: count - 1 }, (_, at) => [`x/${at}.txt`, '']),
        ]),
      ),
    ),
  'bundle-bytes': (count) => readZip(declared(blob, count - rest)),
  'bundle-yaml-bytes': (count) => {
    const whole = Math.floor(count / (4 * MIB))
    const files = Array.from({ length: whole }, (_, at) => [`x/${at}.yaml`, yaml(4 * MIB)])
    return readZip(stored(Object.fromEntries([...files, ['x/last.yaml', 'x'.repeat(count % (4 * MIB))]])))
  },
  'yaml-bytes': (count) => readZip(stored({ 'x/metadata.yaml': yaml(count) })),
  'yaml-aliases': (count) => readBundle(new Map([['metadata.yaml', `${HEAD}a: &a 1\nb: [${'*a,'.repeat(count)}]`]])),
  'yaml-depth': (count) =>
    readBundle(new Map([['metadata.yaml', `${HEAD}a: ${'['.repeat(count - 1)}1${']'.repeat(count - 1)}`]])),
}

it.each(Object.entries(readings))('%s: reads a bundle at the limit, and rejects one more', (name, read) => {
  const { most } = bounds[name as BoundName]
  expect(read(most)).toBeTruthy()
  expect(() => read(most + 1)).toThrow(
    expect.objectContaining({ code: 'bound-passed', extra: { bound: name, count: most + 1, most } }),
  )
})

it('counts aliases with the size of their content, in one file and in all together', () => {
  const dataset = (text: string) => `table_name: t\nuuid: x\nversion: 1.0.0\n${text.replace(HEAD, '')}`
  const within = aliased(4 * MIB)
  const one = new Map([
    ['metadata.yaml', HEAD],
    ['datasets/a.yaml', dataset(aliased(6 * MIB))],
  ])
  expect(() => readBundle(one)).toThrow(
    expect.objectContaining({ extra: expect.objectContaining({ bound: 'yaml-bytes' }) }),
  )
  const many = Array.from({ length: 9 }, (_, at): [string, string] => [`datasets/${at}.yaml`, dataset(within)])
  expect(() => readBundle(new Map([['metadata.yaml', HEAD], ...many]))).toThrow(
    expect.objectContaining({ extra: expect.objectContaining({ bound: 'bundle-yaml-bytes' }) }),
  )
})

it('bundle-ratio: applies to each file and to all files together', () => {
  const { most } = bounds['bundle-ratio']
  const packed = stored({ 'x/big.bin': new Uint8Array(MIB), 'x/metadata.yaml': HEAD })
  expect(readZip(declared(packed, most * MIB)).size).toBe(1)
  const passed = expect.objectContaining({ extra: { bound: 'bundle-ratio', count: most + 1, most } })
  expect(() => readZip(declared(packed, most * MIB + 1))).toThrow(passed)
  // Each file is too small to be checked; together they exceed the limit.
  const blanks = Object.fromEntries(Array.from({ length: 39 }, (_, at) => [`x/${at}.txt`, new Uint8Array(MIB)]))
  expect(() => readZip(zipSync(blanks, { level: 9 }))).toThrow(
    expect.objectContaining({ extra: expect.objectContaining({ bound: 'bundle-ratio' }) }),
  )
})

function upload(bytes: Uint8Array) {
  const part = '--b\r\nContent-Disposition: form-data; name="formData"; filename="a.zip"\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(part), bytes, Buffer.from('\r\n--b--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  return admin.post('/api/v1/dataset/import/', payload, { headers })
}

it('reports the limit that an upload exceeds', async () => {
  const depth = bounds['yaml-depth'].most
  const nested = (levels: number) => `${HEAD}a: ${'['.repeat(levels)}1${']'.repeat(levels)}`
  const answer = await upload(stored({ 'x/metadata.yaml': nested(depth) }))
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    `${depth + 1} levels exceed the limit of ${depth} for a YAML file`,
  ])
  expect((await upload(stored({ 'x/metadata.yaml': nested(depth - 1) }))).statusCode).toBe(200)
})

it('YAML is parsed without blocking the event loop, and parsing ends when its caller leaves', async () => {
  const keys = Array.from({ length: 60_000 }, (_, at) => `k${at}: v\n`).join('')
  const zip = () => stored({ 'x/metadata.yaml': HEAD + keys })
  let turns = 0
  const beat = setInterval(() => turns++, 5)
  expect((await upload(zip())).statusCode).toBe(200)
  clearInterval(beat)
  expect(turns).toBeGreaterThan(5)
  const left = new AbortController()
  const reading = readUploadedBundle(zip(), 'dataset', { person: 1, signal: left.signal })
  left.abort(new Error('left'))
  await expect(reading).rejects.toThrow('left')
})

it('bundle-tasks: rejects more concurrent bundles of a user than the limit', async () => {
  const { most } = bounds['bundle-tasks']
  const left = new AbortController()
  const who = { person: 7, signal: left.signal }
  const zip = () => stored({ 'x/metadata.yaml': HEAD })
  const reading = Array.from({ length: most }, () => readUploadedBundle(zip(), 'dataset', who))
  await expect(readUploadedBundle(zip(), 'dataset', who)).rejects.toMatchObject({ code: 'work-waiting', args: [most] })
  expect(await Promise.all(reading)).toHaveLength(most)
})
