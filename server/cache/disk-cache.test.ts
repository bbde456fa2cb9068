import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DiskCache, type DiskOptions } from './disk-cache.ts'

let directory: string
let now: number
let warned: unknown[]
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'facet-cache-'))
  now = 1_700_000_000_000
  warned = []
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const open = (over: Partial<DiskOptions> = {}) =>
  DiskCache.open({
    directory,
    bytes: 100_000,
    now: () => now,
    log: { debug() {}, info() {}, warn: (message, detail) => warned.push([message, detail?.['code']]), error() {} },
    stamp: '1',
    ...over,
  })

const key = (digit: string) => digit.repeat(32)
const cached = (text: string) => ({ head: { rows: text.length }, data: Buffer.from(text) })
const textOf = async (cache: DiskCache, of: string) => {
  const found = await cache.get(of)
  return found && [found.head, Buffer.from(found.data).toString()]
}

it('returns stored values, also to the next process', async () => {
  const first = await open()
  await first.set(key('a'), cached('{"é":1}'), 60)
  expect(await textOf(first, key('a'))).toEqual([{ rows: 7 }, '{"é":1}'])
  const second = await open()
  expect(await textOf(second, key('a'))).toEqual([{ rows: 7 }, '{"é":1}'])
  expect(second.size).toBe(first.size)
  expect(await second.get(key('b'))).toBeUndefined()
})

it('removes expired values and their files', async () => {
  const cache = await open()
  await cache.set(key('a'), cached('x'), 60)
  await cache.set(key('b'), cached('y'), Number.POSITIVE_INFINITY)
  now += 60_000
  expect(await cache.get(key('a'))).toBeUndefined()
  expect(readdirSync(directory)).toEqual([key('b')])
  expect((await cache.get(key('b')))?.seconds).toBe(Number.POSITIVE_INFINITY)
})

it('reports the remaining seconds', async () => {
  const cache = await open()
  await cache.set(key('a'), cached('x'), 60)
  now += 45_000
  expect((await cache.get(key('a')))?.seconds).toBe(15)
})

it('removes the least recently used value when its bytes exceed the limit', async () => {
  const first = await open()
  await first.set(key('0'), cached('x'.repeat(1000)), 60)
  const { size } = first
  const cache = await open({ bytes: size * 2 })
  await cache.set(key('a'), cached('x'.repeat(1000)), 60)
  await cache.get(key('0'))
  await cache.set(key('b'), cached('x'.repeat(1000)), 60)
  expect(await cache.get(key('a'))).toBeUndefined()
  expect(cache.size).toBeLessThanOrEqual(size * 2)
  await expect.poll(() => readdirSync(directory).toSorted()).toEqual([key('0'), key('b')])
})

it.each([
  ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  ['changed in one bit', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 90 ? byte ^ 1 : byte)))],
  ['empty', () => Buffer.alloc(0)],
  ['not a cache file', () => Buffer.from('not of ours, but long enough to have a header and more than that')],
])('ignores, removes and warns of a file that is %s', async (_, spoil) => {
  const first = await open()
  await first.set(key('a'), cached('some answer'), 60)
  const path = join(directory, key('a'))
  writeFileSync(path, spoil(readFileSync(path)))
  const second = await open()
  expect(await second.get(key('a'))).toBeUndefined()
  expect(readdirSync(directory)).toEqual([])
  expect(warned).toEqual([['A cached result on disk was damaged and is computed again', 'cache-damaged']])
})

it('ignores files of other versions or under other names', async () => {
  const first = await open()
  await first.set(key('a'), cached('x'), 60)
  writeFileSync(join(directory, key('b')), readFileSync(join(directory, key('a'))))
  const other = await open({ stamp: '2' })
  expect([await other.get(key('a'))]).toEqual([undefined])
  expect(await (await open()).get(key('b'))).toBeUndefined()
})

it('leaves unknown files unchanged and removes partial ones', async () => {
  writeFileSync(join(directory, 'notes.txt'), 'mine')
  writeFileSync(join(directory, `${key('a')}.1.part`), 'half')
  await open()
  expect(readdirSync(directory)).toEqual(['notes.txt'])
})

it('warns of a full disk at most once a minute, and serves requests without stored values', async () => {
  const cache = await open({ bytes: 10 })
  await cache.set(key('a'), cached('x'), 60)
  await cache.set(key('b'), cached('x'), 60)
  expect(warned).toEqual([['The cache on disk is full', 'cache-full']])
  expect(await cache.get(key('a'))).toBeUndefined()
  now += 60_000
  await cache.set(key('b'), cached('x'), 60)
  expect(warned).toHaveLength(2)
})

it('warns of a folder that cannot be created or written', async () => {
  writeFileSync(join(directory, 'file'), '')
  const cache = await open({ directory: join(directory, 'file', 'cache') })
  now += 60_000
  await cache.set(key('a'), cached('x'), 60)
  expect(warned).toEqual([
    ['The cache on disk cannot be used', 'cache-unusable'],
    ['The cache on disk cannot be used', 'cache-unusable'],
  ])
  expect(await cache.get(key('a'))).toBeUndefined()
})

it('concurrent writes of one key leave one complete file', async () => {
  const cache = await open()
  await Promise.all(['one', 'two', 'three'].map((text) => cache.set(key('a'), cached(text), 60)))
  await cache.close()
  expect(readdirSync(directory)).toEqual([key('a')])
  expect(['one', 'two', 'three']).toContain((await textOf(cache, key('a')))?.[1])
})
