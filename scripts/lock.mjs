import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { completeLock } from './lock/complete-lock.mjs'
import { runNpm } from './start/install.mjs'
import { LOCK_FILE, readLock } from './start/versions.mjs'

// Updates the lock for the current package.json; pinned versions stay. A deleted lock is recreated.
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { code, output } = await runNpm(root, ['install', '--package-lock-only', '--ignore-scripts'])
if (code === 0) {
  const file = join(root, LOCK_FILE)
  const before = readFileSync(file, 'utf8')
  const after = `${JSON.stringify(completeLock(readLock(root)), undefined, 2)}\n`
  if (after !== before) writeFileSync(file, after)
} else console.error(output.trim())
process.exitCode = code
