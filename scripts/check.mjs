import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forwardSignals } from './start/processes.mjs'
import { prepareTools } from './test/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
forwardSignals()
// Loaded late: these modules use packages.
const { check, stepNames } = await prepareTools(root, () => import('./check/check.mjs'))
const { close } = await import('./check/results.mjs')
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !stepNames.includes(name))

if (unknown) {
  console.error(`There is no step ${unknown}. Steps: ${stepNames.join(', ')}.`)
  process.exitCode = 1
} else close(root, await check(root, asked.length > 0 ? asked : stepNames))
