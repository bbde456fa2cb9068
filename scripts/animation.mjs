import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { animatedWebp, encodeFrames } from './pictures/animation.mjs'
import { quantizeTexts } from './pictures/quantize-texts.mjs'
import { signInByLink, startProduct } from './pictures/product.mjs'
import { build, isBuilt } from './start/build.mjs'
import { prepareTools } from './test/prepare.mjs'
import { CHROMIUM_ARGS } from './test/chromium-args.mjs'
import { findChromium } from './test/programs.mjs'

/** @import { Locator, Page } from '@playwright/test' */

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** The option `file` is where the animation is stored. */
const { file } = parseArgs({
  options: { file: { type: 'string', default: join(root, 'docs/screens/filter.webp') } },
}).values
const SIZE = { width: 1280, height: 800 }
const WIDTH = 960
const QUALITY = 0.6
const MAX_BYTES = 1_500_000
/** Screenshots to take after an action, while the page changes. */
const SHOTS = 8

/** Draws a pointer, because a screenshot has none. */
const POINTER = `addEventListener('DOMContentLoaded', () => {
  const pointer = document.createElement('div')
  pointer.style.cssText = 'position:fixed;z-index:99999;left:0;top:0;width:22px;height:22px;margin:-11px 0 0 -11px;'
    + 'border-radius:50%;background:#3258bb66;border:2px solid #3258bb;pointer-events:none'
  document.documentElement.append(pointer)
  addEventListener('pointermove', ({ clientX, clientY }) => {
    pointer.style.transform = 'translate(' + clientX + 'px,' + clientY + 'px)'
  }, true)
})`

/**
 * Records a dashboard while a user selects a mark, changes the filter and resets it.
 * @param {Page} page
 * @returns {Promise<{ png: Buffer, milliseconds: number }[]>}
 */
async function recordDashboard(page) {
  /** @type {{ png: Buffer, milliseconds: number }[]} */
  const shots = []
  let at = { x: 1000, y: 480 }
  const shoot = async (/** @type {number} */ milliseconds) => {
    await quantizeTexts(page)
    shots.push({ png: await page.screenshot(), milliseconds })
  }
  /** Moves the pointer to an element in a few steps. */
  const moveTo = async (/** @type {Locator} */ target, position = { x: 0.5, y: 0.5 }) => {
    const box = await target.boundingBox()
    if (!box) throw new Error('The target of the pointer is not visible.')
    const to = { x: box.x + box.width * position.x, y: box.y + box.height * position.y }
    const from = at
    for (let step = 1; step <= 6; step++) {
      const part = step / 6
      await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
      await shoot(60)
    }
    at = to
  }
  /** Presses the mouse and records the change until the charts are drawn. */
  const press = async () => {
    await page.mouse.click(at.x, at.y)
    for (let shot = 0; shot < SHOTS; shot++) await shoot(80)
    await page.waitForLoadState('networkidle')
    await shoot(1400)
  }
  await page.goto('/dashboard/flights')
  await page.waitForFunction(() => document.querySelectorAll('[data-status="rendered"]').length >= 6)
  await page.waitForLoadState('networkidle')
  await page.mouse.move(at.x, at.y)
  await shoot(1200)
  await steps(page, moveTo, press)
  await shoot(600)
  return shots
}

/**
 * Applies a filter, selects a row as a cross-filter, and points at a line.
 * @param {Page} page
 * @param {(target: Locator, position?: { x: number, y: number }) => Promise<void>} moveTo
 * @param {() => Promise<void>} press
 */
async function steps(page, moveTo, press) {
  await moveTo(page.getByRole('option', { name: /^Morning/ }))
  await press()
  await moveTo(page.getByRole('button', { name: 'Apply filters' }))
  await press()
  const origins = page.getByRole('article', { name: 'Busiest origins', exact: true })
  await moveTo(origins.getByText('ORD', { exact: true }))
  await press()
  await moveTo(page.getByRole('article', { name: /^Mean delay of the five/ }), { x: 0.55, y: 0.55 })
}

async function main() {
  // Imported late: available once the test packages are installed.
  const { chromium } = await prepareTools(root, () => import('@playwright/test'))
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not on the PATH.')
  if (!isBuilt(root)) await build(root, (line) => console.log(line))
  const product = await startProduct(root)
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  try {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: SIZE,
      colorScheme: 'light',
      locale: 'en-US',
      timezoneId: 'UTC',
    })
    await context.addInitScript(POINTER)
    const page = await context.newPage()
    await signInByLink(page, product.link)
    const shots = await recordDashboard(page)
    const blank = await (await browser.newContext()).newPage()
    const { size, frames } = await encodeFrames(blank, shots, WIDTH, QUALITY)
    const animation = animatedWebp(size, frames)
    if (animation.length > MAX_BYTES)
      throw new Error(`The animation has ${animation.length} bytes, more than ${MAX_BYTES}.`)
    writeFileSync(file, animation)
    console.log(`${file}: ${frames.length} frames, ${(animation.length / 1024).toFixed(0)} KB`)
  } finally {
    await browser.close()
    await product.stop()
  }
}

await main()
