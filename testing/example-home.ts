import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withLock } from '../scripts/start/lock.mjs'
import { ensureBuilt, PRODUCT_PASSWORD } from './built-product.ts'
import { root } from './tree.ts'

/** Starts the build on a home and ends it once it is ready, which is when the examples are loaded. */
async function fillHome(home: string): Promise<void> {
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
 * Returns a home with the examples, created once per build. It is copied, never started. Tests of the loading itself,
 * or of another installation, start with an empty home.
 */
async function homeWithExamples(): Promise<string> {
  await ensureBuilt()
  const build = realpathSync(join(root, 'dist/current'))
  const home = join(build, 'home-with-examples')
  const work = async () => {
    if (existsSync(home)) return
    const draft = mkdtempSync(join(build, 'home-'))
    try {
      await fillHome(draft)
      renameSync(draft, home)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  if (!existsSync(home)) await withLock(join(root, 'dist/.lock'), work, () => {})
  return home
}

/** Copies the examples into a new home; the first user has the password of the tests. */
export async function copyExamples(home: string): Promise<void> {
  cpSync(await homeWithExamples(), home, { recursive: true })
}
