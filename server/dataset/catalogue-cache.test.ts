import { expect, it, vi } from 'vitest'
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

/** Returns a database whose catalogue cannot search. */
const withoutSearch = ({ connection }: Source) =>
  ({ connection: { ...connection, findTables: undefined } }) as unknown as Source

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
  const names = async (from: Source, text: string, offset = 0) => {
    const { count, tables } = await cache.findTables(database, from, 'main', { text, limit: 1, offset })
    return [count, ...tables.map(({ name }) => name)]
  }
  for (const each of [source, withoutSearch(source)]) {
    expect([await names(each, 'É'), await names(each, 'é', 1)]).toEqual([
      [2, 'Éclair'],
      [2, 'été'],
    ])
    expect(reads.splice(0)).toEqual([['main']])
  }
})

it('reads once for equal requests at the same time', async () => {
  const { cache, reads, source } = open({ tables: ['daily', 'sales'] })
  const unsearched = withoutSearch(source)
  const find = (from: Source, text = '') => cache.findTables(database, from, 'main', { ...page, text })
  const texts = ['', 'da', 'a', '', 'da', 'a', 's', 'sa', '', 'x']
  const found = await Promise.all(texts.map((text) => find(unsearched, text)))
  expect(found.map(({ count }) => count)).toEqual([2, 1, 2, 2, 1, 2, 1, 1, 2, 0])
  expect(reads.splice(0)).toEqual([['main']])
  await Promise.all([find(source), find(source), cache.schemas(database, source), cache.schemas(database, source)])
  expect(reads).toEqual([['main', { ...page, text: '' }], []])
})

it('reads again for requests after a change of the data, while an earlier read is not finished', async () => {
  const { cache, reads, source } = open()
  const earlier = cache.schemas(database, source)
  cache.drop(source)
  await Promise.all([earlier, cache.schemas(database, source), cache.schemas({ data_version: 2 }, source)])
  expect(reads).toHaveLength(3)
  await cache.schemas(database, source)
  expect(reads).toHaveLength(3)
})

it('caches a list of 200,000 tables, and no list beyond 32 MiB', async () => {
  const { cache, reads, source } = open({ tables: Array.from({ length: 200_000 }, (_, index) => `t${index}`) })
  const huge = open({ tables: ['t'.repeat(33 * 1024 * 1024)] })
  const unsearched = withoutSearch(source)
  for (let count = 0; count < 2; count++) {
    await cache.findTables(database, unsearched, 'main', page)
    await cache.tables(database, huge.source, 'main')
  }
  expect([reads.length, huge.reads.length]).toEqual([1, 2])
})

it('reports a failed read to all that wait for it, and does not cache it', async () => {
  const { cache, source } = open()
  const schemas = vi.fn<() => Promise<string[]>>().mockRejectedValueOnce(new Error('down')).mockResolvedValue(['main'])
  const failing = { connection: { ...source.connection, schemas } } as unknown as Source
  const failed = await Promise.allSettled([cache.schemas(database, failing), cache.schemas(database, failing)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(schemas).toHaveBeenCalledOnce()
  expect(await cache.schemas(database, failing)).toEqual(['main'])
  expect(schemas).toHaveBeenCalledTimes(2)
})
