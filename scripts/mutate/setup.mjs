import { afterEach, beforeEach } from 'vitest'
import { takeHits } from './switch.mjs'

/** @typedef {import('./switch.mjs').Hits} Hits */

/**
 * Code that runs outside of tests, while modules are loaded and shared fixtures are created.
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
