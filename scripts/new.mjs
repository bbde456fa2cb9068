import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareTools } from './test/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Imported late: it uses packages.
const { makeFiles: make, usage } = await prepareTools(root, () => import('./new/make.mjs'))
const [kind, name, ...more] = process.argv.slice(2)

if (kind === undefined || name === undefined || more.length > 0) {
  console.error(usage)
  process.exitCode = 1
} else {
  const { problem, text } = await make(root, kind, name)
  if (problem) console.error(problem)
  else console.log(text)
  process.exitCode = problem ? 1 : 0
}
