/**
 * The environment that a test used: a browser, a document by events, a server over HTTP, or none of them.
 * @typedef {'browser' | 'document' | 'http' | 'code'} Reach
 */
/**
 * @typedef {{ title: string, status: 'passed' | 'failed' | 'skipped', seconds: number, message: string,
 *   file?: string, reach?: Reach, named?: string[], isFlaky?: boolean, cpuSeconds?: number }} Result
 *   file: of the test, as its runner reports it; named: the texts that may name requirements, each by itself: the
 *   title, or the steps of a browser test; isFlaky: it failed first and passed when it ran again, and message is why;
 *   cpuSeconds: of the test and its child processes, where its runner measures them
 */

/**
 * @param {string} status
 * @returns {Result['status']}
 */
function statusOf(status) {
  if (['passed', 'expected', 'flaky'].includes(status)) return 'passed'
  return ['skipped', 'pending', 'todo', 'disabled'].includes(status) ? 'skipped' : 'failed'
}

/**
 * @param {{ events?: number, requests?: number } | undefined} meta what the setup files of the tests counted
 * @returns {Reach}
 */
function reachOf(meta) {
  if (meta?.events) return 'document'
  return meta?.requests ? 'http' : 'code'
}

/**
 * @param {any} report of vitest's json reporter
 * @returns {Result[]} one per test; a file that could not be loaded is one failed test; a test that passed when it ran
 *   again is flaky
 */
export function readVitest(report) {
  return report.testResults.flatMap((/** @type {any} */ file) => {
    const tests = file.assertionResults.map((/** @type {any} */ test) => ({
      title: test.fullName,
      status: statusOf(test.status),
      seconds: (test.duration ?? 0) / 1000,
      message: test.failureMessages.join('\n'),
      file: file.name,
      isFlaky: test.status === 'passed' && test.failureMessages.length > 0,
      reach: reachOf(test.meta),
      named: [test.fullName],
      cpuSeconds: test.meta?.cpuSeconds ?? 0,
    }))
    const broken = file.status === 'failed' && tests.every((/** @type {Result} */ { status }) => status !== 'failed')
    return broken ? [...tests, { title: file.name, status: 'failed', seconds: 0, message: file.message }] : tests
  })
}

/**
 * @param {any} suite
 * @returns {any[]}
 */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/**
 * @param {any} step
 * @returns {string[]} its title and those of the steps in it
 */
const stepTitles = (step) => [step.title, ...(step.steps ?? []).flatMap(stepTitles)]

/**
 * @param {any} report of Playwright's json reporter
 * @returns {Result[]} one per test; a test that passed when it ran again is flaky
 */
export function readPlaywright(report) {
  const tests = report.suites.flatMap(specsOf).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      title: spec.title,
      status: statusOf(test.status),
      seconds:
        test.results.reduce((/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration, 0) / 1000,
      message: test.results
        .flatMap((/** @type {any} */ { errors }) => errors.map((/** @type {any} */ e) => e.message))
        .join('\n'),
      file: spec.file,
      isFlaky: test.status === 'flaky',
      reach: /** @type {Reach} */ ('browser'),
      named: [...new Set((test.results.at(-1)?.steps ?? []).flatMap(stepTitles))],
    })),
  )
  const broken = report.errors.map((/** @type {any} */ { message }) => ({
    title: 'browser tests',
    status: 'failed',
    seconds: 0,
    message,
  }))
  return [...tests, ...broken]
}

/**
 * @param {readonly Result[]} results
 * @returns {string} the line that closes a run
 */
export function printCounts(results) {
  /** @param {Result['status']} wanted */
  const count = (wanted) => results.filter(({ status }) => status === wanted).length
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`
}

/**
 * @param {readonly Result[]} results
 * @param {number} [most]
 * @returns {string[]}
 */
export function printSlowest(results, most = 10) {
  return results
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ title, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${title}`)
}

/**
 * @param {readonly Result[]} results
 * @param {number} max
 * @returns {string[]} the test files that took most processor time, in seconds
 */
export function printCostliest(results, max) {
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const { file, cpuSeconds = 0 } of results) if (file) sums.set(file, (sums.get(file) ?? 0) + cpuSeconds)
  return [...sums]
    .filter(([, seconds]) => seconds > 0)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, max)
    .map(([file, seconds]) => `  ${seconds.toFixed(1).padStart(6)} s of CPU  ${file}`)
}
