import { nodeProblem } from './start/node-version.mjs'

const problem = nodeProblem(process.version)
if (problem) {
  console.error(problem)
  process.exitCode = 1
} else {
  // Imported late: an older Node may not be able to parse it.
  void import('./test/engines.mjs').then(({ testEngines }) => testEngines())
}
