import { expect, it } from 'vitest'
import { stalenessText } from './check/origin.mjs'
import { countAreas, lostProofs, printAreas } from './check/requirements.mjs'

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

it('a requirement is not proven while one of its tests fails', () => {
  expect(missing(test('A-URL-01: one'), test('A-URL-01: other', 'failed'))).toContain('A-URL-01')
  expect(missing(test('A-URL-01: one'), test('A-URL-01: in a browser', 'failed', 'browser', []))).toContain('A-URL-01')
})

it('counts a requirement of the user interface only from browser tests and DOM tests with events', () => {
  expect(missing(test('T-POP-01: is there'), test('T-POP-02: is there', 'passed', 'http'))).toContain('T-POP-01')
  expect(missing(test('T-POP-01: is there'), test('T-POP-02: is there', 'passed', 'http'))).toContain('T-POP-02')
  const seen = [test('T-POP-01: opens', 'passed', 'document'), test('opens', 'passed', 'browser', ['T-POP-02: shut'])]
  expect(missing(...seen)).toEqual(['A-URL-01', 'A-URL-02', 'R-FAV-01'])
})

it('counts a requirement of the API only from HTTP and browser tests', () => {
  expect(missing(test('R-FAV-01: is requested'))).toContain('R-FAV-01')
  expect(missing(test('R-FAV-01: is requested', 'passed', 'document'))).toContain('R-FAV-01')
  expect(missing(test('R-FAV-01: is returned', 'passed', 'http'))).not.toContain('R-FAV-01')
  expect(countAreas(text, [test('R-FAV-01: is requested')]).weak).toEqual(['R-FAV-01'])
})

it('counts the steps of a browser test, each for one requirement, and not its title', () => {
  expect(missing(test('A-URL-01: all', 'passed', 'browser', ['A-URL-02: part']))).toEqual(
    expect.arrayContaining(['A-URL-01']),
  )
  const two = test('all', 'passed', 'browser', ['A-URL-01, A-URL-02: both'])
  expect(missing(two)).toEqual(expect.arrayContaining(['A-URL-01', 'A-URL-02']))
  expect(countAreas(text, [two]).crowded).toEqual(['A-URL-01, A-URL-02: both'])
})

it('a title that names more than three requirements proves none', () => {
  const crowd = test('A-URL-01 A-URL-02 T-POP-01 R-FAV-01: all')
  expect(missing(crowd)).toEqual(expect.arrayContaining(['A-URL-01', 'A-URL-02']))
  expect(printAreas(countAreas(text, [crowd]))).toContain('names too many, and proves none: A-URL-01')
})

it('rejects results that do not match the current sources', () => {
  const now = { commit: 'b'.repeat(40), isChanged: false, sources: 'new', date: '2024-05-02T00:00:00.000Z' }
  const before = { commit: 'a'.repeat(40), isChanged: true, sources: 'old', date: '2024-05-01T00:00:00.000Z' }
  expect(stalenessText({ ...before, sources: 'new' }, now)).toBeUndefined()
  expect(stalenessText(before, now)).toBe(
    'they are of aaaaaaaaaa and changes, 2024-05-01T00:00:00.000Z, the sources are now bbbbbbbbbb, 2024-05-02T00:00:00.000Z',
  )
  expect(stalenessText(undefined, now)).toBe('their sources are unknown')
})

it('fails when a requirement has lost its proof, and when the list of unproven ones is out of date', () => {
  const counted = countAreas(text, [
    test('A-URL-01: opens'),
    test('A-URL-02: decodes'),
    test('R-FAV-01: ok', 'passed', 'http'),
  ])
  expect(lostProofs(counted, ['T-POP-01', 'T-POP-02'])).toEqual([])
  expect(lostProofs(counted, ['T-POP-01'])).toMatchObject([
    { status: 'failed', message: 'No passed test of the right kind proves T-POP-02' },
  ])
  expect(lostProofs(counted, ['T-POP-01', 'T-POP-02', 'A-URL-01'])).toMatchObject([
    { status: 'failed', message: expect.stringContaining('Proven now') },
  ])
})
