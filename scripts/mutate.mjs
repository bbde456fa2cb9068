import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareTools } from './test/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Loaded late: it uses packages.
const { mutate } = await prepareTools(root, () => import('./mutate/mutate.mjs'))
process.exitCode = await mutate(process.argv.slice(2))
// Processes of tests that were ended may still hold pipes.
process.exit()
