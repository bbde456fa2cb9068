import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { originOf } from '../check/origin.mjs'
import { runTool } from '../check/steps.mjs'
import { offline } from './network.mjs'

/** @typedef {import('../check/counts.mjs').Result} Result */

/**
 * Returns the file to which tests append each rejected connection.
 * @param {string} root
 */
export const rejectedFilePath = (root) => join(root, '.results/refused')

/**
 * Runs a test runner that prints to this terminal, and reads its JSON report.
 * @param {string} root
 * @param {{ tool: string, args: string[], env: NodeJS.ProcessEnv, file: string, read: (report: any) => Result[] }}
 * runner file: where the runner writes its JSON report
 * @returns {Promise<Result[]>} one failed result if the runner failed without naming a test
 */
export async function runWithReport(root, { tool, args, env, file, read }) {
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const origin = await originOf(root)
  const { code } = await runTool(root, tool, args, { ...offline(root, rejectedFilePath(root)), ...env }, 'inherit')
  /** @type {Result[]} */
  let results = []
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    results = read(report)
    writeFileSync(file, JSON.stringify({ ...report, origin }))
  } catch {
    // The runner wrote no report; its output says why.
  }
  if (code !== 0 && results.every(({ status }) => status !== 'failed'))
    results.push({ title: `${tool} exited with ${code}`, status: 'failed', seconds: 0, message: '' })
  return results
}
