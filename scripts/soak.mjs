import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forwardSignals, runProgram } from './start/processes.mjs'
import { prepareTools } from './test/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
forwardSignals()
await prepareTools(root, async () => {})
const program = join(root, 'stress/soak/main.ts')
const { code } = await runProgram(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = code
