import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { cellsOf, distance } from './cells.ts'
import { drawPicture } from '../scripts/pictures/draw.mjs'
import { listPictures, type Picture } from '../scripts/pictures/list.mjs'
import { expect, test } from './facet.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** One chart type drawn by ECharts, and one with custom shapes; the tested code is shared by all types. */
const FORMS: Readonly<Record<string, { readonly file: string; readonly form: object }>> = {
  pie: { file: 'example', form: {} },
  histogram_v2: { file: 'thumbnail', form: { groupby: ['location'] } },
}

/** Returns a chart of this type with its legend at the left, whose first entry is in the corner. */
function pictureOf(kind: string): Picture {
  const own = FORMS[kind]
  const found = listPictures(root, [kind]).find(({ file }) => file === own?.file)
  if (!found) throw new Error(`${kind} has no such picture`)
  const legend = { show_legend: true, legendType: 'scroll', legendOrientation: 'left' }
  return { ...found, form: { ...found.form, ...legend, ...own?.form } }
}

/** Images up to this distance are equal except for redrawn edges. */
const SAME = 0.5

const LEGEND = { width: 140, height: 28 }

test.use({ viewport: { width: 800, height: 450 } })

/** Returns functions that capture the area next to the legend of the only chart, and positions to click. */
async function userInputOn(page: Page, blank: Page) {
  const host = page.locator('[_echarts_instance_]')
  const box = await host.boundingBox()
  if (!box) throw new Error('nothing is drawn')
  const clip = {
    x: box.x + LEGEND.width,
    y: box.y + LEGEND.height,
    width: box.width - LEGEND.width,
    height: box.height - LEGEND.height,
  }
  const shoot = async () => cellsOf(blank, await page.screenshot({ clip }), 'png')
  const entry = [box.x + 14, box.y + 9] as const
  const isAs = async (cells: number[]) => distance(cells, await shoot()) < SAME
  /** Captures the image once it differs from the previous one. */
  const after = async (before: number[]): Promise<number[]> => {
    await expect.poll(() => isAs(before)).toBe(false)
    return shoot()
  }
  const away = () => page.mouse.move(box.x + box.width - 2, box.y + box.height - 2)
  return { entry, shoot, isAs, after, away }
}

test('A legend entry is highlighted, hidden, restored and isolated without layout shifts', async ({
  page,
  facet,
  context,
}) => {
  const blank = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const kind of Object.keys(FORMS))
    await test.step(kind, async () => {
      await drawPicture(page, facet.url, pictureOf(kind))
      const { entry, shoot, isAs, after, away } = await userInputOn(page, blank)
      await away()
      const whole = await shoot()
      await page.mouse.move(...entry)
      await after(whole)
      await page.mouse.click(...entry)
      await away()
      const without = await after(whole)
      await page.mouse.click(...entry)
      await away()
      await expect.poll(() => isAs(whole)).toBe(true)
      await page.mouse.dblclick(...entry)
      await away()
      const single = await after(whole)
      expect(distance(single, without)).toBeGreaterThan(SAME)
      await page.mouse.dblclick(...entry)
      await away()
      await expect.poll(() => isAs(whole)).toBe(true)
      await page.mouse.move(...entry)
      await expect(page.getByText(/Double-click or Alt\+click: only this one/)).toBeVisible()
      await away()
      const isolateByKey = async () => {
        await page.getByRole('application').focus()
        for (const key of ['ArrowRight', 'Space', 'Escape']) await page.keyboard.press(key)
        await page.getByRole('application').blur()
      }
      await isolateByKey()
      await after(whole)
      await isolateByKey()
      await expect.poll(() => isAs(whole)).toBe(true)
    })
})
