import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check, stepNames } from './check/check.mjs'
import { close } from './check/results.mjs'
import { forwardSignals } from './start/processes.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !stepNames.includes(name))

if (unknown) {
  console.error(`There is no step ${unknown}. Steps: ${stepNames.join(', ')}.`)
  process.exitCode = 1
} else {
  forwardSignals()
  close(root, await check(root, asked.length > 0 ? asked : stepNames))
}
