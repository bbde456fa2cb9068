import { afterAll, beforeAll, describe } from 'vitest'
import { contractEngines } from '#testing/engine-fixtures.ts'
import { testResultForms } from './results.ts'
import { testFilters } from './filters.ts'
import { testLegacyResponses } from './legacy.ts'
import { testLongNumbers } from './long-numbers.ts'
import { testPostProcessing } from './steps.ts'
import { testTimeRanges } from './time-ranges.ts'
import { openReferenceFixture, type EngineSide, type ReferenceFixture } from './fixture.ts'

let fixture: ReferenceFixture
beforeAll(async () => {
  fixture = await openReferenceFixture('dist')
}, 300_000)
afterAll(() => fixture.stop())

// Every value is calculated by hand from the rows in fixture.ts.
describe.each(contractEngines.map(({ name }) => name))('the numbers of created objects, on %s', (engine) => {
  const side = (): EngineSide => fixture.sides[engine] as EngineSide
  describe('filters', () => {
    testFilters(side)
  })
  describe('results', () => {
    testResultForms(side)
  })
  describe('numbers beyond 2^53', () => {
    testLongNumbers(side)
  })
  describe('time ranges', () => {
    testTimeRanges(side)
  })
  describe('steps', () => {
    testPostProcessing(side)
  })
  describe('legacy charts', () => {
    testLegacyResponses(side)
  })
})
