import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OffendingQueries, MAX_STOPS_PER_USER, DENIAL_MS } from './offending-queries.ts'
import { availableMemory, memoryShareOf } from './memory-shares.ts'
import { receive, send } from './pipe-messages.ts'

const GIB = 2 ** 30

describe('messages', () => {
  it('arrive unchanged for any division of the stream', async () => {
    const part = fc.record({
      head: fc.oneof(fc.string(), fc.double(), fc.constant(undefined), fc.dictionary(fc.string(), fc.bigInt())),
      data: fc.option(fc.uint8Array({ maxLength: 300 }), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 50 }),
        async (parts, cut) => {
          const out = new PassThrough()
          for (const { head, data } of parts) send(out, head, data)
          const bytes = out.read() as Buffer
          const into = new PassThrough()
          const arrived: unknown[] = []
          receive(into, ({ head, data }) => arrived.push({ head, data: data && new Uint8Array(data) }))
          for (let at = 0; at < bytes.length; at += cut) into.write(bytes.subarray(at, at + cut))
          await new Promise((resolve) => into.end(resolve))
          expect(arrived).toEqual(parts.map(({ head, data }) => ({ head, data })))
        },
      ),
      { numRuns: 60, seed: 7 },
    )
  })

  it('invalid messages end the stream with an error', async () => {
    const stream = new PassThrough()
    const failed = new Promise((resolve) => stream.once('error', resolve))
    receive(stream, () => {})
    stream.write(Buffer.alloc(8, 0xfe))
    expect(await failed).toMatchObject({ message: expect.stringContaining('too long') })
  })
})

describe('available memory', () => {
  it('uses the limit of the container if that is less than the host has', () => {
    expect(availableMemory(24 * GIB, 2 * GIB)).toBe(2 * GIB)
    expect(availableMemory(24 * GIB, 1.8e19)).toBe(24 * GIB)
    expect(availableMemory(24 * GIB, 0)).toBe(24 * GIB)
  })

  it('uses three quarters of the total, in equal shares; queries plan with seven tenths of a share', () => {
    expect(memoryShareOf(4, 16 * GIB)).toEqual({ resident: 3 * GIB, planned: Math.floor(2.1 * GIB) })
    expect(memoryShareOf(64, GIB).resident).toBe(256 * 2 ** 20)
  })
})

describe('statements that ended an engine', () => {
  const codeOf = (work: () => void): unknown => {
    try {
      return work()
    } catch (error) {
      return [(error as { code: string }).code, ...(error as { args: unknown[] }).args]
    }
  }

  it('rejects them for all users, by their shape, for ten minutes', () => {
    let now = Date.UTC(2026, 0, 1, 12)
    const offendingQueries = new OffendingQueries(() => now)
    offendingQueries.add("SELECT repeat('a', 5)", 1)
    expect(codeOf(() => offendingQueries.check("SELECT repeat('b', 6)", 2))).toEqual([
      'engine-ended-shape',
      '12:10:00 UTC',
    ])
    expect(codeOf(() => offendingQueries.check('SELECT 1', 1))).toBeUndefined()
    now += DENIAL_MS
    expect(codeOf(() => offendingQueries.check("SELECT repeat('b', 6)", 2))).toBeUndefined()
  })

  it('count for an anonymous caller by network address, and not for the server itself', () => {
    const offendingQueries = new OffendingQueries(() => Date.UTC(2026, 0, 1, 12))
    for (const name of ['a', 'b', 'c']) {
      offendingQueries.add(`SELECT ${name}`, '192.0.2.1')
      offendingQueries.add(`SELECT ${name}`, null)
    }
    expect(codeOf(() => offendingQueries.check('SELECT 1 + 1', '192.0.2.1'))).toEqual(
      expect.arrayContaining(['engine-ended-author']),
    )
    expect(codeOf(() => offendingQueries.check('SELECT 1 + 1', '192.0.2.2'))).toBeUndefined()
    expect(codeOf(() => offendingQueries.check('SELECT 1 + 1', null))).toBeUndefined()
  })

  it('reject every statement of their author after three of them, and of no other user', () => {
    let now = Date.UTC(2026, 0, 1, 12)
    const offendingQueries = new OffendingQueries(() => now)
    for (const name of ['a', 'b', 'c']) {
      expect(codeOf(() => offendingQueries.check('SELECT other', 1))).toBeUndefined()
      offendingQueries.add(`SELECT ${name}`, 1)
      now += 60_000
    }
    expect(codeOf(() => offendingQueries.check('SELECT other', 1))).toEqual([
      'engine-ended-author',
      MAX_STOPS_PER_USER,
      '12:12:00 UTC',
    ])
    expect(codeOf(() => offendingQueries.check('SELECT other', null))).toBeUndefined()
    // The first of the three crashes is ten minutes old.
    now = Date.UTC(2026, 0, 1, 12, 10)
    expect(codeOf(() => offendingQueries.check('SELECT other', 1))).toBeUndefined()
  })
})
