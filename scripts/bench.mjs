import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareTools } from './test/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Imported late: it uses packages.
const { bench } = await prepareTools(root, () => import('./bench/bench.mjs'))
await bench(process.argv.slice(2))
