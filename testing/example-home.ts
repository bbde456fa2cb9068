import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withLock } from '../scripts/start/lock.mjs'
import { ensureBuilt, PRODUCT_PASSWORD } from './built.ts'
import { root } from './tree.ts'

/** Starts what is built on a home and ends it once it says that it runs, which is when the examples are there. */
async function fill(home: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      FACET_HOME: home,
      FACET_ADMIN_PASSWORD: PRODUCT_PASSWORD,
      FACET_EXAMPLES: '1',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  createInterface(child.stdout).on('line', (line) => line.includes('/login/link/') && child.kill('SIGTERM'))
  const [code] = await ended
  if (code !== 0) throw new Error(`The server that loads the examples ended with ${code}`)
}

/**
 * A home with the examples, made once for each build: to be copied by who needs a server with them, and started by
 * nobody. Who needs to see that they are loaded, or another installation, starts with none.
 */
async function homeWithExamples(): Promise<string> {
  await ensureBuilt()
  const build = realpathSync(join(root, 'dist/current'))
  const home = join(build, 'home-with-examples')
  const work = async () => {
    if (existsSync(home)) return
    const draft = mkdtempSync(join(build, 'home-'))
    try {
      await fill(draft)
      renameSync(draft, home)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  if (!existsSync(home)) await withLock(join(root, 'dist/.lock'), work, () => {})
  return home
}

/** Puts the examples into a new home; the first user has the password of the tests. */
export async function copyExamples(home: string): Promise<void> {
  cpSync(await homeWithExamples(), home, { recursive: true })
}
