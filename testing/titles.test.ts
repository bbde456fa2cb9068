import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { idsIn, MAX_TITLE_REQUIREMENTS } from '../scripts/check/requirements.mjs'
import { filesUnder, root } from './tree.ts'

/** Returns the test lines that name requirements, with how many they name. */
function naming(file: string) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines
    .map((line, index) => ({ location: `${file}:${index + 1}`, line, count: idsIn(line).length }))
    .filter(({ count }) => count > 0)
}

// The tests of the requirement counter use invented ones.
const tests = filesUnder().filter((file) => /\.test\.(tsx?|mjs)$/.test(file) && !file.startsWith('scripts/'))
const walks = filesUnder().filter((file) => file.endsWith('.e2e.ts'))

it('no title of a test names more than three requirements', () => {
  const crowded = tests.flatMap(naming).filter(({ count }) => count > MAX_TITLE_REQUIREMENTS)
  expect(crowded.map(({ location }) => location)).toEqual([])
})

it('a step of an end-to-end test names one requirement, and no other line of it names any', () => {
  const wrong = walks.flatMap(naming).filter(({ line, count }) => count > 1 || !/test\.step\(\s*['"`]/.test(line))
  expect(wrong.map(({ location }) => location)).toEqual([])
})

/** DOM tests of plain markup, of a canvas, and of events of the window. */
const WITHOUT_INPUT = [
  'charts/shared/echarts/zoom-tooltip.dom.test.tsx',
  'client/sqllab/state/store.dom.test.tsx',
  'ui/base/lazy-component.dom.test.tsx',
  'ui/computed-style.dom.test.tsx',
  'ui/cleanup.dom.test.tsx',
]

it('DOM tests choose and type through testing/user-input.ts', () => {
  const still = tests
    .filter((file) => file.endsWith('.dom.test.tsx') && !WITHOUT_INPUT.includes(file))
    .filter((file) => !readFileSync(join(root, file), 'utf8').includes('#testing/user-input.ts'))
  expect(still).toEqual([])
})
