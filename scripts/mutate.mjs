import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareTools } from './test/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Imported late: it uses packages.
const { mutate } = await prepareTools(root, () => import('./mutate/mutate.mjs'))
process.exitCode = await mutate(process.argv.slice(2))
// Killed test processes may still hold pipes open.
process.exit()
