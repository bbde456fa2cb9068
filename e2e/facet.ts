import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { PRODUCT_PASSWORD } from '#testing/built-product.ts'
import { copyExamples } from '#testing/example-home.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** A running server with its own home. */
export interface Facet {
  readonly url: string
  readonly home: string
  /** The password of the user admin. */
  readonly password: string
  /** URL that signs the admin in, once. */
  readonly link: string
  stop(): Promise<void>
}

/** Creates a home for a server, optionally with the examples. */
export async function newHome(hasExamples: boolean): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'facet-walk-'))
  if (hasExamples) await copyExamples(home)
  return home
}

/**
 * Starts the product built in this folder, on a new home unless one is given, and waits until it prints its sign-in
 * link.
 */
export async function startFacet(env: Record<string, string> = {}, project = root, given?: string): Promise<Facet> {
  const home = given ?? (await newHome(false))
  const password = PRODUCT_PASSWORD
  const child = spawn(process.execPath, [join(project, 'dist/server/main.js')], {
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: '16',
      FACET_HOME: home,
      FACET_ADMIN_PASSWORD: password,
      HOST: '127.0.0.1',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const link = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      said.push(line)
      const found = /(http:\/\/\S+\/login\/link\/\S+)/.exec(line)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said.join('\n')}`)))
  })
  return {
    url: new URL(link).origin,
    home,
    password,
    link,
    stop: async () => {
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Signs in by the login form. */
export async function signIn(page: Page, facet: Facet, password = facet.password): Promise<void> {
  await page.goto(`${facet.url}/login/`)
  await page.getByLabel(/username/i).fill('admin')
  await page.getByLabel(/password/i).fill(password)
  await page.getByRole('button', { name: /sign in/i }).click()
}

/** Signs in like the form without rendering it: the page stays blank until its first navigation. */
export async function signInAndOpen(page: Page, facet: Facet, username = 'admin'): Promise<void> {
  const login = `${facet.url}/login/`
  const form = await (await page.request.get(login)).text()
  const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const entered = await page.request.post(login, {
    form: { csrf_token, username, password: facet.password },
    maxRedirects: 0,
  })
  expect([entered.status(), new URL(entered.headers()['location'] ?? '', login).pathname]).toEqual([302, '/'])
}

/** The cookies of the admin's session per server. */
const sessions = new WeakMap<Facet, Awaited<ReturnType<BrowserContext['cookies']>>>()

/** Signs the admin in with the session of the previous test, or with a new one if that has ended. */
async function enterAgain(page: Page, facet: Facet): Promise<void> {
  const context = page.context()
  await context.addCookies(sessions.get(facet) ?? [])
  const me = await page.request.get(`${facet.url}/api/v1/me/`)
  if (me.ok()) return
  await signInAndOpen(page, facet)
  sessions.set(facet, await context.cookies())
}

/**
 * Waits until fade-ins and changes of the color scheme have finished; those just triggered begin within two frames.
 * Endless animations are not waited for.
 */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    for (let ends = running(); ends.length > 0; ends = running())
      await Promise.allSettled(ends.map(({ finished }) => finished))
  })
}

/** The color rules among the default rules. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

interface AccessibilityResult {
  /** Allows no violation at all, including best practices. */
  readonly strict?: boolean
  /** Checks only these rules. */
  readonly only?: readonly string[]
  /** Checks only the elements that this selector finds: a dialog over a page that another step has checked. */
  readonly within?: string
}

/** Expects no serious accessibility violation on the current page. */
export async function expectAccessible(
  page: Page,
  { strict = false, only, within }: AccessibilityResult = {},
): Promise<void> {
  await waitUntilSettled(page)
  // Runs inside the page: pages have no frames, and the thousands of passes need no names.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
  axe.setLegacyMode().options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  const { violations } = await (only === undefined ? axe : axe.withRules([...only])).analyze()
  const reported = violations.filter(({ impact }) => strict || impact === 'serious' || impact === 'critical')
  expect(reported.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

/** Checks both color schemes: the page has the same tree in both, so the dark one only adds the color rules. */
export async function expectAccessibleInBoth(page: Page, judged: AccessibilityResult = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await test.step('light', () => expectAccessible(page, judged))
  await page.emulateMedia({ colorScheme: 'dark' })
  await test.step('dark', () => expectAccessible(page, { ...judged, only: OF_COLORS }))
}

/** The server of the file that a worker runs; each file has its own server and home. */
class FileServer {
  #owner: string | undefined
  #facet: Facet | undefined

  /** Returns the server of a file or a test, and stops that of the previous one. */
  async of(owner: string, facetEnv: Record<string, string>): Promise<Facet> {
    if (this.#facet === undefined || this.#owner !== owner) {
      await this.stop()
      const home = await newHome(facetEnv['FACET_EXAMPLES'] !== '0')
      this.#facet = await startFacet(facetEnv, root, home)
      this.#owner = owner
    }
    return this.#facet
  }

  async stop(): Promise<void> {
    await this.#facet?.stop()
    this.#facet = undefined
  }
}

interface Options {
  /** Environment of the file's server. */
  facetEnv: Record<string, string>
}

interface Fixtures {
  /** Console errors that a test expects; all others, and uncaught errors, fail it. */
  allowErrors: RegExp | undefined
  /** Whether each test has its own server, because tests leave changes behind. */
  serverPerTest: boolean
  /** Server of the test's file or of the test, on a home with the examples unless `FACET_EXAMPLES` is 0. */
  facet: Facet
  /** Another, empty installation for this test alone. */
  secondServer: Facet
}

/** `page` is signed in as admin at `facet`. */
export const test = base.extend<Fixtures, { fileServer: FileServer } & Options>({
  facetEnv: [{}, { option: true, scope: 'worker' }],
  fileServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = new FileServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  facet: [
    async ({ fileServer, facetEnv, serverPerTest }, use, { file, testId }) =>
      use(await fileServer.of(serverPerTest ? testId : file, facetEnv)),
    { timeout: 120_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern
  secondServer: async ({}, use) => {
    const secondServer = await startFacet()
    await use(secondServer)
    await secondServer.stop()
  },
  allowErrors: [undefined, { option: true }],
  serverPerTest: [false, { option: true }],
  page: async ({ page, facet, allowErrors }, use) => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`.trim())
    })
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
    await enterAgain(page, facet)
    await use(page)
    expect(errors.filter((text) => !allowErrors?.test(text))).toEqual([])
  },
})

export { expect } from '@playwright/test'
