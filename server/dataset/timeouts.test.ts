import { expect, it } from 'vitest'
import { timeoutOf, type Timeouts } from './timeouts.ts'

const silent: Timeouts = { request: null, chart: null, dataset: null, database: null }

it.each<[Partial<Timeouts>, number | null]>([
  [{ request: 1, chart: 2, dataset: 3, database: 4, setting: 5 }, 1],
  [{ chart: 2, dataset: 3, database: 4, setting: 5 }, 2],
  [{ dataset: 3, database: 4, setting: 5 }, 3],
  [{ database: 4, setting: 5 }, 4],
  [{ setting: 5 }, 5],
  [{}, 86_400],
  [{ request: undefined, chart: 2 }, 2],
  // 0 never expires, below 0 disables caching; both end the search.
  [{ request: 0, chart: 2 }, null],
  [{ chart: -1, dataset: 3 }, -1],
  [{ setting: -1 }, -1],
  [{ setting: 0 }, null],
])('the settings %j have a cache timeout of %j seconds', (said, seconds) => {
  expect(timeoutOf({ ...silent, ...said })).toBe(seconds)
})
