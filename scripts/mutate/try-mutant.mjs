/**
 * @typedef {import('./mutants.mjs').Fault} Fault
 * @typedef {import('./host.mjs').Ran} Ran
 * @typedef {{ fault: Fault, noticed: boolean, late: boolean, left: number, by: string[], titles: string[] }} Trial
 *   late: noticed by the clock alone, which a busy machine does as well as a fault; left: files of tests that run through
 *   it and for which there was no time; by: what failed; titles: the tests that ran through the fault
 */

/** Maximum seconds of tests per mutant, the fastest first. */
const MAX_SECONDS = 60
/** Timeout factor for tests with a mutant. */
const PATIENCE = 3
const START_MS = 30_000
const MAX_ATTEMPTS = 5

/**
 * @param {readonly Ran[]} ran
 * @param {string} id
 * @returns {Ran[]} the test files that run through a mutant
 */
const runsThrough = (ran, id) => ran.filter(({ outside, tests }) => outside[id] || tests.some(({ hits }) => hits[id]))

/**
 * @param {readonly Ran[]} ran without any mutant
 * @param {string} id
 * @returns {Ran[]} the test files that run through a mutant, fastest first, within the time limit
 */
export function testFilesFor(ran, id) {
  let seconds = 0
  return runsThrough(ran, id)
    .toSorted((a, b) => a.seconds - b.seconds)
    .filter((each, index) => {
      seconds += each.seconds
      return index === 0 || seconds <= MAX_SECONDS
    })
}

/**
 * @param {readonly Ran[]} files
 * @param {string} id
 * @returns {number} the maximum hits of a mutant: far more than without it
 */
export function timeLimitOf(files, id) {
  const counts = files.map(({ outside, tests }) =>
    tests.reduce((sum, { hits }) => sum + (hits[id] ?? 0), outside[id] ?? 0),
  )
  return 10_000 + 100 * Math.max(0, ...counts)
}

/**
 * Enables one mutant and runs the tests that run through it.
 * @param {import('./runner.mjs').Runner} runner
 * @param {readonly Ran[]} ran without any mutant
 * @param {Fault} fault
 * @returns {Promise<Trial>}
 */
export async function tryFault(runner, ran, fault) {
  const files = testFilesFor(ran, fault.id)
  const left = runsThrough(ran, fault.id).length - files.length
  const titles = files.flatMap(({ tests }) => tests.filter(({ hits }) => hits[fault.id]).map(({ title }) => title))
  if (files.length === 0) return { fault, noticed: false, late: false, left, by: [], titles }
  const order = { fault: fault.id, limit: timeLimitOf(files, fault.id), drawn: [] }
  const seconds = files.reduce((sum, each) => sum + each.seconds, 0)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const after = await runner.run(
      order,
      files.map(({ file }) => file),
      START_MS + PATIENCE * 1000 * seconds,
    )
    if (!after) return { fault, noticed: true, late: true, left, by: ['it took too long'], titles }
    const broken = after.filter(({ file, passed }) => !passed && ran.some((before) => before.file === file))
    if (broken.length > 0) {
      const by = broken.flatMap(({ file, failed }) => failed[0] ?? file)
      return { fault, noticed: true, late: broken.every((each) => each.late), left, by, titles }
    }
    if (isCompleteRun(files, after)) return { fault, noticed: false, late: false, left, by: [], titles }
  }
  throw new Error(`The tests of ${fault.id} are broken off each time`)
}

/**
 * A run that detects a mutant is aborted, which may affect the next run: its result is then invalid.
 * @param {readonly Ran[]} before
 * @param {readonly Ran[]} after
 * @returns {boolean} whether as many tests passed as without the mutant
 */
export function isCompleteRun(before, after) {
  return before.every(({ file, done }) => after.some((each) => each.file === file && each.done === done))
}
