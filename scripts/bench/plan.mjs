import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ hash: string } & Record<string, any>} Plan what is measured and how: statements, sizes, denominators,
 *   sample counts and targets
 */

/** @param {string} root */
const planFile = (root) => join(root, 'bench/plan.json')

/**
 * @param {string} root
 * @returns {Plan}
 */
export function readPlan(root) {
  return JSON.parse(readFileSync(planFile(root), 'utf8'))
}

/**
 * @param {Plan} plan
 * @returns {string} the hash of the plan without its hash
 */
export function hashOf({ hash: _hash, ...rest }) {
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex').slice(0, 16)
}

/**
 * Records the hash of the plan after an intended change.
 * @param {string} root
 * @param {Plan} plan
 */
export function recordPlan(root, plan) {
  const text = readFileSync(planFile(root), 'utf8')
  writeFileSync(planFile(root), text.replace(/"hash": "[^"]*"/, `"hash": "${hashOf(plan)}"`))
}
