import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { allFlights, saveBoard, textsOf } from './dashboards.ts'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expectDrawn } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { redPixels } from './pixels.ts'

test.use({
  allowErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (fetch|load)|status of 400|CORS policy/,
  facetEnv: { FACET_IMAGE_ORIGINS: 'https://open.example.org,https://closed.example.org' },
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Save the dashboard as a picture or PDF' })

/** Replaces the print dialog of the browser by a flag on the page. */
async function withoutPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
}

/** Saves the dashboard as an image by the open dialog. */
async function picture(page: Page): Promise<Buffer> {
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: 'Picture (PNG)' }).check({ force: true })
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save the picture' }).click()
  return readFile(await (await saving).path())
}

test('Offline, nothing opened on a dashboard crashes the page', async ({ page, facet, context }) => {
  await page.goto(`${facet.url}/dashboard/flights`)
  await expectDrawn(page, 4)
  const tiles = await page.getByRole('article').count()
  await context.setOffline(true)
  const lost = page.getByText(/Part of the page could not be loaded/)
  const ways: readonly (() => Promise<void>)[] = [
    () => page.keyboard.press('Control+p'),
    () => page.keyboard.press('Control+k'),
    () => page.keyboard.press('e'),
    async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Edit properties' }).click()
    },
    async () => {
      await page.getByRole('button', { name: 'Options for When people fly' }).click()
      await page.getByRole('menuitem', { name: 'Download' }).click()
      await page.getByRole('menuitem', { name: 'Image (PNG)' }).click()
    },
  ]
  for (const open of ways) {
    await open()
    await expect(lost).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Three million flights' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(tiles)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(lost).toHaveCount(0)
  }
  await context.setOffline(false)
  await page.keyboard.press('Control+p')
  await expect(dialogOf(page)).toBeVisible()
})

test('Printing names missing charts before it starts; an image names them with its file', async ({ page, facet }) => {
  await withoutPrinter(page)
  const broken = { viz_type: 'big_number_total', metric: 'no such metric' }
  const calls = await callsOf(page, facet)
  const flights = await datasetNamed(calls, 'flights')
  const boxes = []
  for (const { name, form } of [allFlights, { name: 'Broken one', form: broken }])
    boxes.push({ ...(await saveChart(calls, flights, name, form)), width: 4, height: 30 })
  const id = await saveBoard(calls, `Lacking ${boxes.map((box) => box.id).join(' ')}`, boxes)
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expect(page.getByText("Couldn't load this chart")).toBeVisible()
  await page.keyboard.press('Control+p')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(dialog).toContainText('1 of 2 charts could not be drawn: Broken one')
  await expect(page.locator('html[data-printed]')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Print as it is' }).click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Control+p')
  await picture(page)
  await expect(page.getByText(/^Saved .*1 of 2 charts could not be drawn: Broken one/)).toBeVisible()
})

test('Images of allowed hosts are printed and exported, even if they load late', async ({ page, facet }) => {
  await withoutPrinter(page)
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="#f00"/></svg>'
  for (const host of ['open', 'closed'])
    await page.route(`https://${host}.example.org/**`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      const headers = { 'access-control-allow-origin': host === 'open' ? '*' : 'https://elsewhere.example.org' }
      await route.fulfill({ contentType: 'image/svg+xml', headers, body })
    })
  await textsOf(page, facet, [
    { code: '# Open\n\n![One to keep](https://open.example.org/a.svg)', height: 20 },
    { code: '# Closed\n\n![One to name](https://closed.example.org/b.svg)', height: 20 },
  ])
  await expect(page.getByRole('img', { name: 'One to keep' })).toBeVisible()
  await test.step('an image file contains those whose host allows reading, and names the others', async () => {
    await page.keyboard.press('Control+p')
    const file = await picture(page)
    // Double width and height: 160 times 80, without antialiased edges. With both it would be twice as many.
    const red = await redPixels(page, file)
    expect(red).toBeGreaterThan(12_000)
    expect(red).toBeLessThanOrEqual(12_800)
    await expect(page.getByText(/picture of another host is only named/)).toBeVisible()
  })
  await test.step('a print contains all', async () => {
    await page.keyboard.press('Control+p')
    await dialogOf(page).getByRole('button', { name: 'Print', exact: true }).click()
    await expect(page.locator('html[data-printed]')).toHaveCount(1)
    const widths = await page
      .locator('[data-sheet=dashboard] img')
      .evaluateAll((images) => images.map((each) => (each as HTMLImageElement).naturalWidth))
    expect(widths).toEqual([80, 80])
  })
})
