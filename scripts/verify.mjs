import { nodeProblem } from './start/node-version.mjs'

const problem = nodeProblem(process.version)
if (problem) {
  console.error(problem)
  process.exitCode = 1
} else {
  // Loaded late: an older Node may not even parse what follows.
  void import('./test/verify.mjs').then(({ verify }) => verify())
}
