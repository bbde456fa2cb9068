import { afterEach, beforeEach } from 'vitest'
import { takeHits } from './switch.mjs'

/** @typedef {import('./switch.mjs').Hits} Hits */

/**
 * What is run through outside of tests, as modules are loaded and what tests share is made.
 * @type {Hits}
 */
const hitsOutsideTests = takeHits()
const addHits = (/** @type {Hits} */ more) => {
  for (const [fault, times] of Object.entries(more)) hitsOutsideTests[fault] = (hitsOutsideTests[fault] ?? 0) + times
}

beforeEach(() => addHits(takeHits()))

afterEach(({ task }) => {
  Object.assign(task.meta, { hits: takeHits() })
  Object.assign(task.file.meta, { hits: hitsOutsideTests, pid: process.pid })
})
