import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawPicture, SIZE } from './pictures/draw.mjs'
import { listPictures } from './pictures/list.mjs'
import { toWebp } from './pictures/webp.mjs'
import { signInByLink, startProduct } from './pictures/product.mjs'
import { build, isBuilt } from './start/build.mjs'
import { prepareTools } from './test/prepare.mjs'
import { CHROMIUM_ARGS } from './test/chromium-args.mjs'
import { findChromium } from './test/programs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const QUALITY = 0.4

/** Draws the images of the gallery from the demo data, for all chart types or the named ones. */
async function main() {
  const pictures = listPictures(root, process.argv.slice(2))
  if (pictures.length === 0) throw new Error('No chart type with this name has a pictures.json.')
  // Imported late: available once the test packages are installed.
  const { chromium } = await prepareTools(root, () => import('@playwright/test'))
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not on the PATH.')
  if (!isBuilt(root)) await build(root, (line) => console.log(line))
  const product = await startProduct(root)
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  let bytes = 0
  try {
    const context = await browser.newContext({
      viewport: SIZE,
      deviceScaleFactor: 2,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signInByLink(page, product.link)
    const blank = await context.newPage()
    for (const picture of pictures)
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        await page.emulateMedia({ colorScheme })
        const webp = await toWebp(blank, await drawPicture(page, product.url, picture), QUALITY)
        const name = `${picture.file}${colorScheme === 'dark' ? '-dark' : ''}.webp`
        writeFileSync(join(root, 'charts', picture.kind, name), webp)
        bytes += webp.length
        console.log(`${picture.kind}/${name} ${(webp.length / 1024).toFixed(1)} KB`)
      }
  } finally {
    await browser.close()
    await product.stop()
  }
  console.log(`${(bytes / 1024).toFixed(0)} KB in all`)
}

await main()
