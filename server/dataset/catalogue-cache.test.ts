import { expect, it } from 'vitest'
import { withImpersonation } from '#server/engines/engine-caller.ts'
import { CatalogueCache } from './catalogue-cache.ts'
import type { Source } from './sources.ts'

/** Returns a database that counts what its catalogue is asked for, and a cache with a clock. */
function open({ tables = [] }: { readonly tables?: readonly string[] } = {}) {
  const clock = { now: 0 }
  const reads: unknown[] = []
  const read =
    <T>(list: T) =>
    (...args: readonly unknown[]) => {
      reads.push(args)
      return Promise.resolve(list)
    }
  const connection = {
    schemas: read(['main']),
    tables: read(tables.map((name) => ({ name, kind: 'table' }))),
    findTables: read({ count: 1, tables: [] }),
  }
  const cache = new CatalogueCache(() => clock.now)
  return { cache, clock, reads, source: { connection } as unknown as Source }
}

const database = { data_version: 1 }
const page = { text: 'a', limit: 2, offset: 0 }

it('reads each list once per schema, text and page', async () => {
  const { cache, reads, source } = open()
  for (let count = 0; count < 2; count++) {
    await cache.schemas(database, source)
    await cache.tables(database, source, 'main')
    await cache.findTables(database, source, 'main', page)
    await cache.findTables(database, source, 'main', { ...page, text: 'b' })
    await cache.findTables(database, source, 'main', { ...page, offset: 2 })
    await cache.findTables(database, source, 'other', page)
  }
  expect(reads).toHaveLength(6)
})

it('reads again after a minute, after a change of the data, and after a drop of the same database', async () => {
  const { cache, clock, reads, source } = open()
  const find = (version = 1) => cache.findTables({ data_version: version }, source, 'main', page)
  await find()
  clock.now = 59_999
  await find()
  expect(reads).toHaveLength(1)
  clock.now = 60_000
  await find()
  expect(reads).toHaveLength(2)
  await find(2)
  expect(reads).toHaveLength(3)
  cache.drop(open().source)
  await find(2)
  expect(reads).toHaveLength(3)
  cache.drop(source)
  await find(2)
  expect(reads).toHaveLength(4)
})

it('reads separately for each impersonated user, and for each open connection', async () => {
  const { cache, reads, source } = open()
  const find = () => cache.findTables(database, source, 'main', page)
  await find()
  await withImpersonation('ann', find)
  await withImpersonation('bob', find)
  await withImpersonation('ann', find)
  expect(reads).toHaveLength(3)
  const reopened = open()
  await cache.findTables(database, reopened.source, 'main', page)
  expect(reopened.reads).toHaveLength(1)
})

it('sends one text to the catalogue for searches that differ in case only', async () => {
  const { cache, reads, source } = open()
  for (const text of ['ORDERS', 'orders']) await cache.findTables(database, source, 'main', { ...page, text })
  expect(reads).toEqual([['main', { ...page, text: 'orders' }]])
})

it('reads the full list once for all pages that the catalogue cannot search', async () => {
  const { cache, reads, source } = open({ tables: ['Éclair', 'été', 'sales'] })
  const withoutSearch = { connection: { ...source.connection, findTables: undefined } } as unknown as Source
  const names = async (from: Source, text: string, offset = 0) => {
    const { count, tables } = await cache.findTables(database, from, 'main', { text, limit: 1, offset })
    return [count, ...tables.map(({ name }) => name)]
  }
  for (const each of [source, withoutSearch]) {
    expect([await names(each, 'É'), await names(each, 'é', 1)]).toEqual([
      [2, 'Éclair'],
      [2, 'été'],
    ])
    expect(reads.splice(0)).toEqual([['main']])
  }
})

it('does not cache a failed read', async () => {
  const { cache, reads, source } = open()
  const failing = { connection: { ...source.connection, schemas: () => Promise.reject(new Error('down')) } }
  await expect(cache.schemas(database, failing as unknown as Source)).rejects.toThrow('down')
  await cache.schemas(database, source)
  expect(reads).toHaveLength(1)
})
