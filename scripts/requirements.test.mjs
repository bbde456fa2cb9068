import { expect, it } from 'vitest'
import { belowFloor } from './check/floor.mjs'
import { staleness } from './check/origin.mjs'
import { countAreas, printAreas } from './check/requirements.mjs'

const text = `# Part 1
- **A-URL-01** [§2 · L1 · unit] one (Q-01)
- **A-URL-02** [§2 · L2,3 · unit] two
- **T-POP-01** [§2,9 · L4 · ui] three, see A-URL-01
- **T-POP-02** [§2 · L4 · ui] four
- **R-FAV-01** [§2 · L5 · api] five
- **Q-01** [A-URL-01] a reading
`

/**
 * @param {string} title
 * @param {'passed' | 'failed' | 'skipped'} status
 * @param {import('./check/counts.mjs').Reach} [reach]
 * @param {string[]} [named]
 */
const test = (title, status = 'passed', reach = 'code', named = [title]) => ({
  title,
  status,
  seconds: 0,
  message: '',
  reach,
  named,
})

/** @param {import('./check/counts.mjs').Result[]} results */
const missing = (...results) => Object.values(countAreas(text, results).areas).flatMap((area) => area.missing)

it('counts a requirement as proven when a test that names it passed', () => {
  const counted = countAreas(text, [test('the url A-URL-02: decodes'), test('A-URL-01: opens', 'skipped')])
  expect(counted.areas['A']).toEqual({ total: 2, passed: 1, missing: ['A-URL-01'] })
  expect(printAreas(counted).split('\n').at(-1)).toBe('     5 total    1 proven')
})

it('does not count a requirement as proven while one of its tests fails', () => {
  expect(missing(test('A-URL-01: one'), test('A-URL-01: other', 'failed'))).toContain('A-URL-01')
  expect(missing(test('A-URL-01: one'), test('A-URL-01: a walk', 'failed', 'walk', []))).toContain('A-URL-01')
})

it('takes for what a user sees only walks, and documents with events', () => {
  expect(missing(test('T-POP-01: is there'), test('T-POP-02: is there', 'passed', 'http'))).toContain('T-POP-01')
  expect(missing(test('T-POP-01: is there'), test('T-POP-02: is there', 'passed', 'http'))).toContain('T-POP-02')
  const seen = [test('T-POP-01: opens', 'passed', 'document'), test('opens', 'passed', 'walk', ['T-POP-02: shut'])]
  expect(missing(...seen)).toEqual(['A-URL-01', 'A-URL-02', 'R-FAV-01'])
})

it('takes for what a server answers only calls over HTTP, and walks', () => {
  expect(missing(test('R-FAV-01: is asked'))).toContain('R-FAV-01')
  expect(missing(test('R-FAV-01: is asked', 'passed', 'document'))).toContain('R-FAV-01')
  expect(missing(test('R-FAV-01: is answered', 'passed', 'http'))).not.toContain('R-FAV-01')
  expect(countAreas(text, [test('R-FAV-01: is asked')]).weak).toEqual(['R-FAV-01'])
})

it('counts the steps of a walk, each for one requirement, and not its title', () => {
  expect(missing(test('A-URL-01: all', 'passed', 'walk', ['A-URL-02: part']))).toEqual(
    expect.arrayContaining(['A-URL-01']),
  )
  const two = test('all', 'passed', 'walk', ['A-URL-01, A-URL-02: both'])
  expect(missing(two)).toEqual(expect.arrayContaining(['A-URL-01', 'A-URL-02']))
  expect(countAreas(text, [two]).crowded).toEqual(['A-URL-01, A-URL-02: both'])
})

it('counts nothing of a title that names more than three', () => {
  const crowd = test('A-URL-01 A-URL-02 T-POP-01 R-FAV-01: all')
  expect(missing(crowd)).toEqual(expect.arrayContaining(['A-URL-01', 'A-URL-02']))
  expect(printAreas(countAreas(text, [crowd]))).toContain('names too many, and proves none: A-URL-01')
})

it('refuses results that are not of the sources as they are', () => {
  const now = { commit: 'b'.repeat(40), isChanged: false, sources: 'new', date: '2024-05-02T00:00:00.000Z' }
  const before = { commit: 'a'.repeat(40), isChanged: true, sources: 'old', date: '2024-05-01T00:00:00.000Z' }
  expect(staleness({ ...before, sources: 'new' }, now)).toBeUndefined()
  expect(staleness(before, now)).toBe(
    'they are of aaaaaaaaaa and changes, 2024-05-01T00:00:00.000Z, the sources are now bbbbbbbbbb, 2024-05-02T00:00:00.000Z',
  )
  expect(staleness(undefined, now)).toBe('nobody knows of which sources they are')
})

it('misses tests when fewer names have passed than there were', () => {
  const three = [test('a'), test('b'), test('b'), test('c', 'skipped')]
  expect(belowFloor('tests', three, 2)).toEqual([])
  expect(belowFloor('tests', three, 3)).toMatchObject([
    { status: 'failed', message: '2 tests of different names have passed, there were 3 at least' },
  ])
})
