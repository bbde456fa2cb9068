import { expect, it } from 'vitest'
import { printCostliest, printCounts, printSlowest, readPlaywright, readVitest } from './check/counts.mjs'

const vitest = {
  testResults: [
    {
      name: '/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a works', status: 'passed', duration: 1500, failureMessages: [], meta: { events: 2 } },
        { fullName: 'a fails', status: 'failed', duration: 2, failureMessages: ['no'] },
        { fullName: 'a recovers', status: 'passed', duration: 3, failureMessages: ['once'] },
        { fullName: 'a later', status: 'todo', failureMessages: [], meta: { requests: 1 } },
      ],
    },
    { name: '/broken.test.ts', status: 'failed', message: 'does not load', assertionResults: [] },
  ],
}
const playwright = {
  errors: [],
  suites: [
    {
      specs: [
        {
          title: 'walk',
          tests: [
            {
              status: 'expected',
              results: [
                {
                  duration: 3000,
                  errors: [],
                  steps: [{ title: 'first', steps: [{ title: 'within' }] }, { title: 'last' }],
                },
              ],
            },
          ],
        },
      ],
      suites: [
        {
          specs: [
            { title: 'flaky', tests: [{ status: 'flaky', results: [{ duration: 1, errors: [{ message: 'once' }] }] }] },
            { title: 'left out', tests: [{ status: 'skipped', results: [] }] },
          ],
        },
      ],
    },
  ],
}

it('counts a test file that does not load as one failed test', () => {
  expect(printCounts(readVitest(vitest))).toBe('2 passed, 2 failed, 1 skipped')
})

it('counts a test that passed when it ran again as passed, and marks it as flaky', () => {
  expect(readVitest(vitest).filter(({ isFlaky }) => isFlaky)).toMatchObject([{ title: 'a recovers', message: 'once' }])
  const results = readPlaywright(playwright)
  expect(printCounts(results)).toBe('2 passed, 0 failed, 1 skipped')
  expect(results.filter(({ isFlaky }) => isFlaky)).toMatchObject([{ title: 'flaky', message: 'once' }])
})

it('counts browser tests that could not start as failed', () => {
  expect(printCounts(readPlaywright({ errors: [{ message: 'no config' }], suites: [] }))).toBe(
    '0 passed, 1 failed, 0 skipped',
  )
})

it('names the slowest first', () => {
  const all = [...readVitest(vitest), ...readPlaywright(playwright)]
  expect(printSlowest(all, 2)).toEqual(['     3.0 s  walk', '     1.5 s  a works'])
})

it('detects the interfaces that a test used, and which titles may name requirements', () => {
  expect(readVitest(vitest).map(({ reach }) => reach)).toEqual(['document', 'code', 'code', 'http', undefined])
  const [walk] = readPlaywright(playwright)
  expect(walk).toMatchObject({ title: 'walk', reach: 'browser', named: ['first', 'within', 'last'] })
})

it('sums the processor time of the tests of each file, and names the most first', () => {
  const test = (/** @type {number} */ cpuSeconds) => ({
    fullName: 'a',
    status: 'passed',
    failureMessages: [],
    meta: { cpuSeconds },
  })
  const file = (/** @type {string} */ name, /** @type {number[]} */ ...seconds) => ({
    name,
    status: 'passed',
    assertionResults: seconds.map(test),
  })
  const testResults = [
    file('/a.test.ts', 1, 0.5),
    file('/b.test.ts', 2),
    file('/c.test.ts', 0.2),
    file('/d.test.ts', 0),
  ]
  expect(printCostliest(readVitest({ testResults }), 2)).toEqual([
    '     2.0 s of CPU  /b.test.ts',
    '     1.5 s of CPU  /a.test.ts',
  ])
})
