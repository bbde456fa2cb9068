import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { rejectedFilePath } from '../test/report.mjs'
import { printCounts } from './counts.mjs'

/** @typedef {import('./counts.mjs').Result} Result */

/** Maximum tests of a run that pass only on retry; more fail the run. */
const MAX_FLAKY = 2

/** Maximum characters of a recorded cause. */
const MAX_CAUSE = 300

/**
 * Returns the message of a failed test without its stack and colours, in one line.
 * @param {string} message
 */
function causeOf(message) {
  const [text = ''] = stripVTControlCharacters(message).split(/\n\s*at /, 1)
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CAUSE)
}

/** @param {Result} result */
export function printResult({ title, status, seconds, message }) {
  console.log(`${status === 'failed' ? 'FAILED' : 'ok    '}  ${title}  ${seconds.toFixed(1)} s`)
  if (status === 'failed') console.log(`${message.trim()}\n`)
}

/**
 * Checks that tests connected only to loopback.
 * @param {string} root
 * @param {readonly string[]} seen connections of native code to other addresses
 * @returns {Result}
 */
export function networkResult(root, seen) {
  const file = rejectedFilePath(root)
  const refused = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const message = `${refused}${seen.map((address) => `connected to ${address}\n`).join('')}`
  return { title: 'no outgoing connection', status: message === '' ? 'passed' : 'failed', seconds: 0, message }
}

/**
 * Returns a failed result if too many tests needed a retry, and none otherwise.
 * @param {readonly Result[]} results
 * @returns {Result[]}
 */
export function tooManyFlaky(results) {
  const flaky = results.filter(({ isFlaky }) => isFlaky)
  if (flaky.length <= MAX_FLAKY) return []
  const message = `${flaky.length} tests passed at the second try only; at most ${MAX_FLAKY} may`
  return [{ title: 'few tests are flaky', status: 'failed', seconds: 0, message }]
}

/**
 * Ends a run: prints failures, flaky tests and counts, writes `.results/run.json`, and sets the exit code.
 * @param {string} root
 * @param {readonly Result[]} results
 */
export function closeRun(root, results) {
  const failed = results.filter(({ status }) => status === 'failed')
  const flaky = results.filter(({ isFlaky }) => isFlaky)
  for (const { title, file } of failed) console.log(`FAILED  ${file ? `${file}: ` : ''}${title}`)
  for (const { title, file, message } of flaky) {
    console.log(`FLAKY   ${file}: ${title}\n        ${causeOf(message)}`)
  }
  mkdirSync(join(root, '.results'), { recursive: true })
  const report = {
    date: new Date().toISOString(),
    failed: failed.map(({ title, file }) => ({ title, file })),
    flaky: flaky.map(({ title, file, message }) => ({ title, file, cause: causeOf(message) })),
  }
  writeFileSync(join(root, '.results/run.json'), JSON.stringify(report, null, 2))
  console.log(printCounts(results))
  process.exitCode = failed.length > 0 ? 1 : 0
}
