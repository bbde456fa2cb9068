import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forwardSignals } from './start/processes.mjs'
import { prepareTools } from './test/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
forwardSignals()
// Imported late: these modules use packages.
const { quickSteps, runSteps, stepNames } = await prepareTools(root, () => import('./check/steps.mjs'))
const { closeRun } = await import('./check/results.mjs')
const { runVitest } = await import('./test/vitest.mjs')
const requestedSteps = process.argv.slice(2)
const unknown = requestedSteps.find((name) => !stepNames.includes(name))

if (unknown) {
  console.error(`There is no step ${unknown}. Steps: ${stepNames.join(', ')}.`)
  process.exitCode = 1
} else {
  const names = requestedSteps.length > 0 ? requestedSteps : ['tests', ...quickSteps]
  const results = await runSteps(
    root,
    names.filter((name) => name !== 'tests'),
  )
  if (names.includes('tests')) results.push(...(await runVitest(root)))
  closeRun(root, results)
}
