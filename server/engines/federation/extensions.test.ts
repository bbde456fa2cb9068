import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { version } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Attachable, EngineStorage } from '../engine.ts'
import { federation } from './index.ts'

let root: string
let storage: EngineStorage
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'facet-federation-'))
  for (const folder of ['home/databases', 'data', 'extensions']) mkdirSync(join(root, folder), { recursive: true })
  new DatabaseSync(join(root, 'data/shop.sqlite')).exec('CREATE TABLE orders (n INTEGER)')
  const stored: Readonly<Record<number, Attachable>> = {
    1: {
      name: 'Shop',
      engine: 'sqlite',
      settings: { file: join(root, 'data/shop.sqlite') },
      impersonates: false,
      isTunneled: false,
    },
    2: { name: 'Own', engine: 'duckdb', settings: { file: 'own.duckdb' }, impersonates: false, isTunneled: false },
    3: {
      name: 'Personal',
      engine: 'postgresql',
      settings: { host: 'localhost' },
      impersonates: true,
      isTunneled: false,
    },
    4: { name: 'Itself', engine: 'federation', settings: { databases: 'a:1' }, impersonates: false, isTunneled: false },
    6: { name: 'Tunneled', engine: 'mysql', settings: { host: 'localhost' }, impersonates: false, isTunneled: true },
    7: {
      name: 'Verified',
      engine: 'mysql',
      settings: { host: 'localhost', server_cert: 'PEM' },
      impersonates: false,
      isTunneled: false,
    },
    5: { name: 'Hidden', engine: 'constructor', settings: {}, impersonates: false, isTunneled: false },
  }
  storage = {
    directory: join(root, 'home/databases'),
    dataDirectories: [join(root, 'data')],
    extensions: join(root, 'extensions'),
    attachable: (id) => Promise.resolve(stored[id]),
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const failure = (databases: string, given = storage) =>
  federation.connect({ databases }, given).then(
    () => 'connected',
    (error: unknown) => error,
  )
const NEEDED = 'sqlite_scanner'
const write = (bytes: Buffer) => writeFileSync(join(root, 'extensions', `${NEEDED}.duckdb_extension`), bytes)

/** Returns a file with the metadata of an extension for a version of DuckDB and a platform, without a signature. */
function extensionFor(built: string, platform: string): Buffer {
  const fields = ['4', platform, built, '0', 'CPP', '', '', ''].toReversed()
  return Buffer.concat([
    Buffer.alloc(4096),
    ...fields.map((field) => Buffer.from(field.padEnd(32, '\0'), 'latin1')),
    Buffer.alloc(256),
  ])
}

it('rejects a missing setting, file, version and signature, each with what to do', async () => {
  expect(await failure('shop:1', { ...storage, extensions: undefined })).toMatchObject({
    code: 'extensions-unset',
    args: [NEEDED, version()],
  })
  expect(await failure('shop:1')).toMatchObject({ code: 'extension-missing', args: [NEEDED, version()] })
  const unusable = (reason: string) => ({ code: 'extension-unusable', args: [NEEDED, version(), reason] })
  write(Buffer.alloc(4096))
  expect(await failure('shop:1')).toMatchObject(unusable('it is not an extension of DuckDB'))
  const platform = `linux_${process.arch === 'arm64' ? 'arm64' : 'amd64'}`
  write(extensionFor('v1.4.0', platform))
  expect(await failure('shop:1')).toMatchObject(unusable('it was built for DuckDB v1.4.0'))
  write(extensionFor(version(), platform))
  expect(await failure('shop:1')).toMatchObject(unusable('its signature is missing or invalid'))
  const errors = await federation.storageErrors?.(storage)
  expect(errors).toEqual([expect.objectContaining(unusable('its signature is missing or invalid'))])
  rmSync(join(root, 'extensions', `${NEEDED}.duckdb_extension`))
  const missing = expect.objectContaining({ code: 'extension-missing', args: [NEEDED, version()] })
  expect(await federation.storageErrors?.(storage)).toEqual([missing])
  expect(await federation.storageErrors?.({ ...storage, extensions: undefined })).toEqual([])
  write(extensionFor(version(), platform))
  expect(readdirSync(join(root, 'extensions'))).toEqual([`${NEEDED}.duckdb_extension`])
})

it.each([
  ['shop:9', 'attached-missing', 9],
  ['shop:2', 'attached-engine', 'Own'],
  ['shop:3', 'attached-by-user', 'Personal'],
  ['shop:4', 'attached-engine', 'Itself'],
  ['shop:5', 'attached-engine', 'Hidden'],
  ['shop:6', 'attached-tunnel', 'Tunneled'],
  ['shop:7', 'attached-tls', 'Verified'],
  ['shop:1,main:1', 'uri-wrong', undefined],
])('rejects %s with %s', async (databases, code, name) => {
  expect(await failure(databases)).toMatchObject({ code, args: name === undefined ? [] : [name] })
})

it('parses and prints its URI', () => {
  const uri = 'federation:///?attached=shop:3,crm:7:Old%20data'
  expect(federation.parseUri(uri)).toEqual({ databases: 'shop:3,crm:7:Old data' })
  expect(federation.printUri({ databases: ' shop: 3, crm :7 : Old data ' })).toBe(uri)
  for (const wrong of [
    'federation:///',
    'federation:///?attached=',
    'federation:///?attached=main:1',
    'x:///?attached=a:1',
  ])
    expect(federation.parseUri(wrong)).toBeUndefined()
})
