import { rmSync } from 'node:fs'
import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '#testing/tree.ts'
import { readArgs } from './mutate/args.mjs'
import { drawMutants, shuffle } from './mutate/sample-mutants.mjs'
import { errorText } from './mutate/error-text.mjs'
import { mutantsIn } from './mutate/mutants.mjs'
import { testWavesOf } from './mutate/test-waves.mjs'
import { Runner } from './mutate/runner.mjs'
import { printFault, printScore, weakIds, wilsonInterval } from './mutate/score.mjs'
import { createProjectCopy } from './mutate/tree.mjs'
import { isCompleteRun, timeLimitOf, testFilesFor, tryFault } from './mutate/try-mutant.mjs'

const LATE_TEST = `import { it } from 'vitest'
it('never ends', () => new Promise(() => undefined), 50)`

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')

it('the same seed draws the same, without repeating, in the order there is', () => {
  const drawn = drawMutants(letters, 10, 7)
  expect(drawn).toHaveLength(10)
  expect(drawn).toEqual([...new Set(drawn)].toSorted())
  expect(drawMutants(letters, 10, 7)).toEqual(drawn)
  expect(drawMutants(letters, 10, 8)).not.toEqual(drawn)
  expect(drawMutants(letters, 99, 7)).toEqual(letters)
})

it('tries each mutant once, in an order that the seed determines', () => {
  const order = shuffle(letters, 3)
  expect(order).not.toEqual(letters)
  expect(order.toSorted()).toEqual(letters)
  expect(shuffle(letters, 3)).toEqual(order)
})

it('every item is drawn about equally often', () => {
  const counts = new Map(letters.map((letter) => [letter, 0]))
  for (let seed = 0; seed < 2600; seed++)
    for (const letter of drawMutants(letters, 5, seed)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  // In 2600 samples of 5 out of 26, each occurs 500 times on average; the standard deviation of a count is 20.
  for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(100)
})

it.each([
  // Known values of the Wilson interval.
  [0, 10, 0, 0.2775],
  [5, 10, 0.2366, 0.7634],
  [10, 10, 0.7225, 1],
  [0, 0, 0, 1],
])('the rate %i of %i has the interval %f to %f', (hits, tries, low, high) => {
  expect(wilsonInterval(hits, tries).low).toBeCloseTo(low, 4)
  expect(wilsonInterval(hits, tries).high).toBeCloseTo(high, 4)
})

it('prints a score with its interval', () => {
  expect(printScore(5, 10)).toBe('5 of 10 noticed: 50.0 % (95 % interval 23.7 % to 76.3 %)')
  expect(printScore(0, 0)).toContain('no score')
})

it('requirements are weak when their tests pass with an undetected mutation, each mutation counted once', () => {
  const survivors = [
    { titles: ['X-A-10: one', 'X-A-10: two', 'says nothing'] },
    { titles: ['X-A-9, X-A-10: three'] },
    { titles: [] },
  ]
  expect(weakIds(survivors)).toEqual([
    ['X-A-10', 2],
    ['X-A-9', 1],
  ])
})

it('mutants have a position, an operator, the old text and the new text', async () => {
  const { faults, sources } = await mutantsIn(root, ['core/time/clock.ts', 'core/text/similar-names.ts'])
  const file = 'core/text/similar-names.ts'
  const found = faults.find((each) => each.file === file && each.from === 'row[j] ?? 0')
  expect(found).toMatchObject({ operator: 'LogicalOperator', to: 'row[j] && 0' })
  expect(found?.id).toMatch(/^core\/text\/similar-names\.ts#\d+$/)
  expect(sources.get(file)).toContain("from '../../scripts/mutate/switch.mjs'")
  expect(printFault({ id: '', file, line: 3, operator: 'X', from: 'a\n   b', to: 'c'.repeat(200) })).toBe(
    `${file}:3  X  a b  ->  ${'c'.repeat(99)}…`,
  )
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
})

it('tests are ordered by their distance from a folder: in it, importing it, others', () => {
  const [inside, direct, far] = testWavesOf(root, 'core/time')
  expect(inside).toContain('core/time/parse-time-range.test.ts')
  expect(inside?.every((file) => file.startsWith('core/time/'))).toBe(true)
  expect(direct).toContain('server/engines/contract.test.ts')
  expect(far).toContain('controls/time_range/view.dom.test.tsx')
  expect(new Set([inside, direct, far].flat()).size).toBe([inside, direct, far].flat().length)
  expect(testWavesOf(root, 'core/time').flat()).not.toContain('scripts/mutate.test.mjs')
})

const ran = (
  /** @type {string} */ file,
  /** @type {number} */ seconds,
  /** @type {number} */ hits,
  /** @type {number} */ outside = 0,
) => ({
  file,
  passed: true,
  done: 1,
  seconds,
  outside: { f: outside },
  tests: [{ title: file, hits: { f: hits } }],
  failed: [],
  late: false,
})

it('runs the tests that cover a mutation, the quickest first, for at most a minute and at least one test', () => {
  const files = [ran('slow', 50, 1), ran('elsewhere', 1, 0), ran('quick', 2, 1), ran('shared', 20, 0, 1)]
  expect(testFilesFor(files, 'f').map(({ file }) => file)).toEqual(['quick', 'shared'])
  expect(testFilesFor([ran('only', 100, 1)], 'f').map(({ file }) => file)).toEqual(['only'])
  expect(testFilesFor(files, 'g')).toEqual([])
})

it('reports for how many test files there was no time', async () => {
  const files = [ran('slow', 50, 1), ran('elsewhere', 1, 0), ran('quick', 2, 1), ran('other', 20, 0, 1)]
  const runner = /** @type {any} */ ({ run: async () => files })
  const fault = { id: 'f', file: '', line: 1, operator: '', from: '', to: '' }
  expect(await tryFault(runner, files, fault)).toMatchObject({ noticed: false, left: 1 })
})

it.each([
  [new TypeError('no'), 'TypeError: no'],
  ['no', "'no'"],
  [undefined, 'undefined'],
  [Object.assign(Object.create(null), { a: 1 }), '[Object: null prototype] { a: 1 }'],
  [{ [inspect.custom]: () => Object.create(null).no.thing }, 'an error without a text'],
])('reports any thrown value in one line', (thrown, text) => {
  expect(errorText(thrown)).toBe(text)
})

it('a run in which fewer tests passed than before, and none failed, detects nothing', () => {
  const before = [ran('a', 1, 1), ran('b', 1, 1)]
  expect(isCompleteRun(before, before)).toBe(true)
  expect(isCompleteRun(before, [ran('a', 1, 1)])).toBe(false)
  expect(isCompleteRun(before, [ran('a', 1, 1), { ...ran('b', 1, 1), done: 0 }])).toBe(false)
})

it.each([
  ['a test that failed otherwise', [{ ...ran('a', 1, 1), passed: false, late: false }], false],
  ['tests that timed out', [{ ...ran('a', 1, 1), passed: false, late: true }], true],
  [
    'one of each',
    [
      { ...ran('a', 1, 1), passed: false, late: true },
      { ...ran('b', 1, 1), passed: false, late: false },
    ],
    false,
  ],
  ['no test, because the run was ended', undefined, true],
])('a mutant detected by %s is distinguished', async (_, after, late) => {
  const runner = /** @type {any} */ ({ run: async () => after })
  const fault = { id: 'f', file: '', line: 1, operator: '', from: '', to: '' }
  expect(await tryFault(runner, [ran('a', 1, 1), ran('b', 1, 1)], fault)).toMatchObject({ noticed: true, late })
})

it('distinguishes a test that timed out from one that failed', async () => {
  const copy = createProjectCopy(root, new Map([['core/late.test.ts', LATE_TEST]]))
  const runner = new Runner(copy)
  try {
    const order = { limit: 0, drawn: [] }
    const found = await runner.run(order, ['core/late.test.ts', 'core/time/range-kind.test.ts'], 100_000)
    expect(found?.map(({ file, passed, late }) => `${file} ${passed} ${late}`).toSorted()).toEqual([
      'core/late.test.ts false true',
      'core/time/range-kind.test.ts true false',
      'unhandled errors true false',
    ])
  } finally {
    runner.end()
    rmSync(copy, { recursive: true, force: true })
  }
}, 120_000)

it('the limit of hits of a mutant is a hundred times the hits of the original, plus 10,000', () => {
  expect(timeLimitOf([ran('a', 1, 30, 5), ran('b', 1, 2)], 'f')).toBe(13_500)
  expect(timeLimitOf([], 'f')).toBe(10_000)
})

it('parses its arguments and rejects unknown ones', () => {
  const plain = { folder: 'core/time', seed: 1, draw: 150, minutes: 40, min: 0, near: false, list: false }
  expect(readArgs(['core/time'])).toEqual(plain)
  expect(readArgs(['core/time/', '7', '--draw=2', '--minutes=1', '--min=85', '--near', '--list'])).toEqual({
    ...plain,
    seed: 7,
    draw: 2,
    minutes: 1,
    min: 85,
    near: true,
    list: true,
  })
  for (const wrong of [[], ['../x'], ['core', 'x'], ['core', '--mim=8'], ['core', '--min='], ['core', '1', '2']])
    expect(readArgs(wrong)).toBeUndefined()
})

it('mutations are recorded, enabled and detected in plain code, where modules load, and in documents', async () => {
  const { faults, sources } = await mutantsIn(root, ['core/time/range-kind.ts', 'ui/display/AvatarGroup.tsx'])
  const fault = (/** @type {string} */ from, /** @type {string} */ to) => {
    const found = faults.find((each) => each.from === from && each.to === to)
    if (!found) throw new Error(`no fault makes ${to} of ${from}`)
    return found
  }
  const noticed = [
    fault('text === NO_FILTER', 'text !== NO_FILTER'),
    fault("'Last'", '""'),
    fault('rest.length > 0', 'rest.length <= 0'),
  ]
  const unnoticed = fault('{ height: size, minWidth: size }', '{}')
  const copy = createProjectCopy(root, sources)
  const runner = new Runner(copy)
  try {
    const order = { limit: 0, drawn: faults.map(({ id }) => id) }
    const before = await runner.run(order, ['core/time/range-kind.test.ts', 'client/lists/cells.dom.test.tsx'], 100_000)
    if (!before) throw new Error('the tests took too long')
    expect(before.map(({ file, passed }) => `${file} ${passed}`).toSorted()).toEqual([
      'client/lists/cells.dom.test.tsx true',
      'core/time/range-kind.test.ts true',
      'unhandled errors true',
    ])
    for (const each of noticed)
      expect([each.from, (await tryFault(runner, before, each)).by]).not.toEqual([each.from, []])
    const trial = await tryFault(runner, before, unnoticed)
    expect(trial).toMatchObject({ noticed: false, titles: [expect.stringContaining('E-CONTROLS-19')] })
  } finally {
    runner.end()
    rmSync(copy, { recursive: true, force: true })
  }
}, 240_000)
