import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './start/processes.mjs'
import { prepareTools } from './test/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { code } = await prepareTools(root, async () => ({ code: 0 })).then(() =>
  runProgram(process.execPath, ['--import', 'tsx', join(root, 'stress/fuzz/main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  }),
)
process.exitCode = code
