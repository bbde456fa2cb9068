import type { Locator, Page } from '@playwright/test'
import { expectDrawn, figure, queryFlights } from './charts.ts'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { allFlights } from './dashboards.ts'
import { expect, test } from './facet.ts'

/** Maximum tab stops between two targets on any page of the product. */
const STOPS = 120

/** Presses Tab until the target has focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test('Builds a dashboard with a filter by keyboard alone', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const name = `Keyed flights ${Date.now()}`
  await saveChart(calls, await datasetNamed(calls, 'flights'), name, allFlights.form)
  const expected = await queryFlights('count(*)', "origin = 'ORD'")
  await page.goto(`${facet.url}/dashboard/list`)
  const button = (label: string | RegExp) => page.getByRole('button', { name: label, exact: typeof label === 'string' })

  await test.step('creates it, sets its title and adds a chart', async () => {
    await press(page, button('Dashboard'))
    await page.waitForURL(/\/dashboard\/\d+/)
    await write(page, page.getByRole('textbox', { name: 'Title of the dashboard' }), 'By keys')
    const palette = page.getByRole('complementary', { name: 'Add to the dashboard' })
    await write(page, palette.getByRole('searchbox'), name)
    await press(page, palette.getByRole('button', { name: `Add ${name}` }))
    const box = page.getByRole('group', { name: /^chart, Keyed flights/ })
    await tabTo(page, box, 'Shift+Tab')
    const before = await box.boundingBox()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(async () => (await box.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
    await expectDrawn(page, 1)
  })

  await test.step('creates a filter from a column, applies a value and removes it', async () => {
    await press(page, button('Add a filter').first())
    const columns = page.getByRole('listbox', { name: 'Columns' })
    await expect(columns).toBeVisible()
    await page.keyboard.type('Origin')
    await expect(columns.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    const bar = page.getByRole('complementary', { name: 'Filters' })
    await write(page, bar.getByRole('searchbox'), 'ORD')
    await tabTo(page, bar.getByRole('listbox'))
    await expect(bar.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Space')
    await press(page, button('Apply filters'))
    await expect(figure(page, name, expected)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(figure(page, name, 3_000_000)).toBeVisible()
  })

  await test.step('renames the filter in its dialog', async () => {
    await press(page, button('Add and edit filters').first())
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
    await write(page, dialog.getByLabel('Filter name'), 'Took off at')
    await press(page, dialog.getByRole('button', { name: 'Save' }))
    await expect(dialog).toBeHidden()
    await page.reload()
    await expectDrawn(page, 1)
    await expect(page.getByRole('complementary', { name: 'Filters' })).toContainText('Took off at')
  })
})
