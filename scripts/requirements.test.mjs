import { expect, it } from 'vitest'
import { countAreas, printAreas } from './check/requirements.mjs'

const text = `# Part 1
- **A-URL-01** [§2] one (Q-01)
- **A-URL-02** [§2] two
- **T-POP-01** [§2] three, see A-URL-01
- **Q-01** [A-URL-01] a reading
`

/**
 * @param {string} title
 * @param {'passed' | 'failed' | 'skipped'} status
 */
const test = (title, status) => ({ title, status, seconds: 0, message: '' })

it('counts a requirement as proven when a test that names it passed', () => {
  const areas = countAreas(text, [test('the url A-URL-02: decodes', 'passed'), test('T-POP-01: opens', 'skipped')])
  expect(areas).toEqual({
    A: { total: 2, passed: 1, missing: ['A-URL-01'] },
    T: { total: 1, passed: 0, missing: ['T-POP-01'] },
  })
  expect(printAreas(areas).split('\n').at(-1)).toBe('     3 total    1 proven')
})

it('does not count a requirement as proven while one of its tests fails', () => {
  const areas = countAreas(text, [test('A-URL-01: one', 'passed'), test('A-URL-01: other', 'failed')])
  expect(areas['A']?.passed).toBe(0)
})
