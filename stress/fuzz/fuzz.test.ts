import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '#testing/built-product.ts'
import { patchBuild } from '../patched-build.ts'
import { faults, findFault } from './faults.ts'
import { ALLOWED_ERRORS, outcomeFault, faultInLog } from './find-faults.ts'
import { kindNames, makeInput } from './make.ts'
import { isAlive, runFuzz } from './run.ts'
import { bytesOf } from './send.ts'
import { openFuzzFixture, type FuzzFixture } from './fixture.ts'

const SEED = 7
const SHORT = 2000
/** Longer than a short run on a machine that is busy with other tests. */
const PATIENT = 240_000

describe('random inputs', () => {
  let fixture: FuzzFixture
  beforeAll(async () => {
    fixture = await openFuzzFixture()
  }, PATIENT)
  afterAll(() => fixture?.product.stop())

  it('returns the same for the same seed and number, and others for different ones', () => {
    const text = (seed: number, nth: number) => {
      const input = makeInput(seed, nth, fixture.names)
      return JSON.stringify([input, Buffer.from(bytesOf(input) ?? []).toString('base64')])
    }
    for (const nth of [0, 1, 500]) expect(text(1, nth)).toBe(text(1, nth))
    const all = Array.from({ length: 200 }, (_, nth) => text(nth % 2, nth))
    expect(new Set(all).size).toBeGreaterThan(180)
  })

  it(
    'inputs of every type leave the server responding, without an internal error',
    async () => {
      const report = await runFuzz(fixture, { seed: SEED, first: 0, count: SHORT })
      expect(report.found).toEqual([])
      expect(await isAlive(fixture)).toBe(true)
      expect(report.sent).toBe(SHORT)
      expect([...report.byKind.keys()].toSorted()).toEqual(kindNames.toSorted())
      // The inputs are not all rejected: more than a tenth of them succeed.
      const ends = [...report.byEnd].filter(([end]) => /^20\d/.test(end)).map(([, count]) => count)
      expect(ends.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(SHORT / 10)
    },
    PATIENT,
  )
})

describe('injected faults', () => {
  beforeAll(() => ensureBuilt(), PATIENT)

  it.each(faults)('$name still fits the build', ({ patch }) => {
    const copy = patchBuild([patch])
    expect(copy.server).toContain('patched')
    copy.remove()
  })

  it('a patch that no longer fits is rejected', () => {
    expect(() => patchBuild([{ from: 'nothing of the kind 7151', to: '' }])).toThrow('0 times, not once')
  })

  it(
    'one of them is found',
    async () => {
      const rison = faults.find(({ name }) => name === 'rison-unguarded')
      const found = rison && (await findFault(rison, 1, 500))
      expect(found).toMatchObject({ what: '500 internal', times: 1 })
    },
    PATIENT,
  )
})

describe('a response', () => {
  const answer = (status: number, code = '', type = '', body = '') =>
    outcomeFault({ end: 'answer', status, code, type, body: Buffer.from(body) })

  it('a status of 500 and more is a fault, unless a limit is named', () => {
    expect([200, 400, 404, 499].map((status) => answer(status))).toEqual([undefined, undefined, undefined, undefined])
    expect([answer(500, 'internal'), answer(503), answer(503, 'store-busy')]).toEqual([
      '500 internal',
      '503 unnamed',
      '503 store-busy',
    ])
    for (const code of Object.keys(ALLOWED_ERRORS)) expect(answer(504, code)).toBeUndefined()
  })

  it('each part of a response is judged separately', () => {
    const frames = (status: number, text: string) =>
      `${JSON.stringify({ id: 'a', status: 200, length: 2 })}\n{}\n${JSON.stringify({ id: 'b', status, length: text.length })}\n${text}\n`
    const type = 'application/vnd.facet.frames'
    expect(answer(200, '', type, frames(400, '{}'))).toBeUndefined()
    expect(answer(200, '', type, frames(500, '{"message":"Fatal error"}'))).toBe('500 in a batch')
    expect(answer(200, '', type, frames(504, '{"message":"The query took longer than 9"}'))).toBeUndefined()
  })

  it('a missing response and an unhandled error are faults', () => {
    expect(outcomeFault({ end: 'silence' })).toBe('no answer')
    expect(outcomeFault({ end: 'hang-up', what: 'x' })).toBe('hang-up: x')
    expect(faultInLog('{"message":"Request answered"}\n{"message":"Unhandled promise rejection"}')).toContain(
      'unhandled',
    )
    expect(faultInLog('{"message":"Fatal error"}')).toBeUndefined()
  })
})
