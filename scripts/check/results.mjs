import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printCounts } from './counts.mjs'

/** @typedef {import('./counts.mjs').Result} Result */

/**
 * Where the results of one run stand; two runs at once do not meet.
 * @param {string} root
 * @returns {string}
 */
export function resultsFolder(root) {
  const folder = join(root, '.results', `run-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  return folder
}

/**
 * @param {string} root
 * @returns {string} where tests write which connections were refused to them
 */
export const refusedFile = (root) => join(resultsFolder(root), 'refused')

/**
 * Makes a result of this run the last one known, with the sources it is of; requirements are counted from it.
 * @param {string} root
 * @param {string} file
 * @param {import('./origin.mjs').Origin} origin taken when the run began
 */
export function publish(root, file, origin) {
  const own = join(resultsFolder(root), file)
  writeFileSync(own, JSON.stringify({ ...JSON.parse(readFileSync(own, 'utf8')), origin }))
  renameSync(own, join(root, '.results', file))
}

/** @param {Result} result */
export function printResult({ title, status, seconds, message }) {
  console.log(`${status === 'failed' ? 'FAILED' : 'ok    '}  ${title}  ${seconds.toFixed(1)} s`)
  if (status === 'failed') console.log(`${message.trim()}\n`)
}

/**
 * @param {string} root
 * @param {readonly string[]} seen connections of native code to addresses outside this machine
 * @returns {Result} whether the tests kept to themselves
 */
export function networkResult(root, seen) {
  const file = refusedFile(root)
  const refused = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const message = `${refused}${seen.map((address) => `connected to ${address}\n`).join('')}`
  /** @type {Result} */
  const result = { title: 'no outgoing connection', status: message === '' ? 'passed' : 'failed', seconds: 0, message }
  printResult(result)
  return result
}

/**
 * Ends a run: the counts are the last line, and tell the exit code.
 * @param {string} root
 * @param {readonly Result[]} results
 */
export function close(root, results) {
  rmSync(resultsFolder(root), { recursive: true, force: true })
  console.log(printCounts(results))
  process.exitCode = results.some(({ status }) => status === 'failed') ? 1 : 0
}
