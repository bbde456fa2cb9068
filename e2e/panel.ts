import { expect, type Locator, type Page } from '@playwright/test'
import { callsOf, datasetNamed } from './calls.ts'
import type { Facet } from './facet.ts'

/** The parts of the explore page. */
export const source = (page: Page): Locator => page.getByRole('complementary', { name: 'Chart source' })
export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Controls' })
export const picture = (page: Page): Locator => page.getByRole('region', { name: 'Chart', exact: true })
export const control = (page: Page, name: string): Locator => panel(page).locator(`[data-control=${name}]`)
export const pills = (page: Page, name: string): Locator => control(page, name).locator('[data-pill]')
export const addButton = (page: Page, name: string): Locator =>
  source(page).getByRole('button', { name: `Add ${name} to the chart`, exact: true })
export const waitUntilDrawn = (page: Page): Promise<void> =>
  expect(picture(page).locator('[data-status=rendered]')).toBeVisible()

/** Navigates to another chart like a link: an open explore page is not reloaded. */
export async function navigateWithinPage(page: Page, address: string): Promise<void> {
  if (!page.url().startsWith(new URL('/explore?', address).href)) return void (await page.goto(address))
  const last = await page.locator('[data-status]').first().elementHandle()
  // The router listens to pushState, and identifies entries by their key.
  await page.evaluate((to) => history.pushState({ __TSR_index: history.length, __TSR_key: to }, '', to), address)
  await last?.waitForElementState('hidden')
}

/** Opens a new chart of a dataset of the examples. */
export async function newChart(page: Page, facet: Facet, dataset: string, vizType: string): Promise<void> {
  const id = await datasetNamed(await callsOf(page, facet), dataset)
  await page.goto(`${facet.url}/explore?dataset_id=${id}&viz_type=${vizType}`)
  await expect(panel(page).locator('[data-control]').first()).toBeVisible()
  await expect(panel(page).locator('[data-control]:empty')).toHaveCount(0)
}

/** Selects the first chart type that the gallery finds by these words. */
export async function chooseType(page: Page, words: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'View all charts' }).click()
  const gallery = page.getByRole('dialog', { name: 'Select a visualization type' })
  await gallery.getByRole('searchbox').fill(words)
  await gallery.getByRole('group', { name: 'Chart types' }).getByRole('button').first().dblclick()
  await expect(gallery).toBeHidden()
}

/** Runs the query of the panel. */
export async function runQuery(page: Page): Promise<void> {
  await panel(page)
    .getByRole('button', { name: /^(Create|Update) chart$/ })
    .click()
  await expect(page.getByText('Your chart is not up to date')).toBeHidden()
  await waitUntilDrawn(page)
}

/** Drags by mouse from one element onto another; `hold` keeps the button pressed. `edge` aims at the upper edge. */
export async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  options: { readonly hold?: boolean; readonly edge?: boolean } = {},
): Promise<void> {
  // Controls appear one by one: their positions are final once nothing moves.
  await to.hover({ trial: true })
  await from.hover({ trial: true })
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('nothing to drag, or nowhere to drag it')
  await page.mouse.move(start.x + 30, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 40, start.y + start.height / 2 + 6, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + (options.edge ? 2 : end.height / 2), { steps: 8 })
  if (!options.hold) await page.mouse.up()
}
