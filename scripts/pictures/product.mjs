import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serverEnvironment } from '../start/serve.mjs'

/**
 * Starts the built product with its examples on a new home.
 * @param {string} root
 * @returns {Promise<{ link: string, url: string, stop: () => Promise<void> }>} the link signs in, once
 */
export async function startProduct(root) {
  const home = mkdtempSync(join(tmpdir(), 'facet-pictures-'))
  const env = { ...serverEnvironment(process.env), FACET_HOME: home, HOST: '127.0.0.1', PORT: '0' }
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  /** @type {string} */
  const link = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /(http:\/\/\S+\/login\/link\/\S+)/.exec(line)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  const stop = async () => {
    const ended = new Promise((resolve) => void child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
  return { link, url: new URL(link).origin, stop }
}

/**
 * Signs in by the link that the product prints at its first start.
 * @param {import('@playwright/test').Page} page
 * @param {string} link
 */
export async function signInByLink(page, link) {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
