import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { quantizeTexts } from './pictures/quantize-texts.mjs'
import { signInByLink, startProduct } from './pictures/product.mjs'
import { build, isBuilt } from './start/build.mjs'
import { prepareTools } from './test/prepare.mjs'
import { CHROMIUM_ARGS } from './test/chromium-args.mjs'
import { findChromium } from './test/programs.mjs'

/** @import { Page } from '@playwright/test' */

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const DESK = { width: 1440, height: 900 }
const TABLET = { width: 1024, height: 768 }
const PHONE = { width: 390, height: 844 }
/** The sizes of screens by the suffix of their files. */
const SIZES = { '': DESK, '-tablet': TABLET, '-phone': PHONE }

/**
 * Waits until the visible thumbnails have their results. They are requested once they have been visible for a while.
 * @param {Page} page
 */
const settleThumbnails = (page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[data-pending]')].every((each) => {
      const { top, bottom, left, right } = each.getBoundingClientRect()
      return bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth
    }),
  )

/**
 * Waits until every chart is drawn and no request is pending.
 * @param {Page} page
 * @param {number} charts minimum charts on the screen
 */
async function settle(page, charts) {
  await page.waitForLoadState('networkidle')
  await settleThumbnails(page)
  await page.waitForFunction((least) => {
    const states = [...document.querySelectorAll('[data-status]')].map((each) => each.getAttribute('data-status') ?? '')
    const isDrawn = states.every((state) => state === 'rendered' || state === '')
    return isDrawn && states.filter((state) => state === 'rendered').length >= least
  }, charts)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {string} path
 * @property {number} charts how many are drawn at least before it is taken
 * @property {number} [onPhone] the same on smaller screens; at most three when absent
 * @property {boolean} [isOutside] whether it is seen by people who have not signed in
 * @property {(page: Page) => Promise<void>} [act] what leads to the screen
 */

/** @type {readonly Screen[]} */
const screens = [
  { name: 'login', path: '/login/', charts: 0, isOutside: true },
  { name: 'home', path: '/', charts: 6, onPhone: 0 },
  { name: 'dashboards', path: '/dashboard/list', charts: 7, onPhone: 0 },
  { name: 'dashboard', path: '/dashboard/flights', charts: 9 },
  {
    name: 'explore',
    path: '/dashboard/flights',
    charts: 1,
    act: async (page) => {
      await page.getByRole('button', { name: 'Options for Mean delay of the five busiest origins' }).click()
      await page.getByRole('menuitem', { name: 'Edit chart', exact: true }).click()
      await page.waitForURL(/\/explore/)
      await page.getByRole('region', { name: 'Chart', exact: true }).waitFor()
    },
  },
  { name: 'edit', path: '/dashboard/flights?edit=true', charts: 4, onPhone: 1 },
]
/** Taken on desks only. */
const onDesks = new Set(['login'])

/** Reads the options: `only` takes one screen, `folder` is where the files are stored. */
const { only, folder } = parseArgs({
  options: { only: { type: 'string' }, folder: { type: 'string', default: join(root, 'docs/screens') } },
}).values
const chosen = screens.filter(({ name }) => only === undefined || name === only)
if (chosen.length === 0)
  throw new Error(`There is no screen ${only}. Screens: ${screens.map(({ name }) => name).join(', ')}.`)

/**
 * @param {Page} page
 * @param {string} url
 * @param {Screen} screen
 * @param {string} size the suffix of the file
 * @param {string} file
 */
async function takeScreenshot(page, url, screen, size, file) {
  await page.goto(`${url}${screen.path}`)
  await screen.act?.(page)
  await settle(page, size === '' ? screen.charts : (screen.onPhone ?? Math.min(screen.charts, 3)))
  await page.mouse.move(0, 0)
  await quantizeTexts(page)
  await page.screenshot({ path: join(folder, file), animations: 'disabled' })
  console.log(file)
}

async function main() {
  // Imported late: available once the test packages are installed.
  const { chromium } = await prepareTools(root, () => import('@playwright/test'))
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not on the PATH.')
  if (!isBuilt(root)) await build(root, (line) => console.log(line))
  mkdirSync(folder, { recursive: true })
  const product = await startProduct(root)
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  try {
    const signedIn = await browser.newContext()
    const entrance = await signedIn.newPage()
    await signInByLink(entrance, product.link)
    const storageState = await signedIn.storageState()
    await signedIn.close()
    for (const colorScheme of /** @type {const} */ (['light', 'dark']))
      for (const [size, viewport] of Object.entries(SIZES))
        for (const screen of chosen.filter(({ name }) => viewport === DESK || !onDesks.has(name))) {
          const state = screen.isOutside ? {} : { storageState }
          const context = await browser.newContext({
            viewport,
            colorScheme,
            locale: 'en-US',
            timezoneId: 'UTC',
            reducedMotion: 'reduce',
            ...state,
          })
          await takeScreenshot(
            await context.newPage(),
            product.url,
            screen,
            size,
            `${screen.name}${size}-${colorScheme}.png`,
          )
          await context.close()
        }
  } finally {
    await browser.close()
    await product.stop()
  }
}

await main()
