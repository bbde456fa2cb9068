import type { Locator } from '@playwright/test'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { waitUntilDrawn, newChart, panel, addButton, picture, runQuery, source } from './panel.ts'

test('Resizes and collapses the panes by keyboard and mouse, and restores them after a reload', async ({
  page,
  facet,
}) => {
  await newChart(page, facet, 'pizza', 'table')
  await addButton(page, 'Revenue').first().click()
  await addButton(page, 'Category').click()
  await runQuery(page)
  const rows = page.getByRole('region', { name: 'Results', exact: true })
  const height = async () => Math.round((await rows.boundingBox())?.height ?? 0)
  const bar = (name: string) => page.getByRole('separator', { name })
  await bar('Height of the results').focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => height()).toBe(284)
  await bar('Width of the source panel').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await bar('Width of the controls').focus()
  await page.keyboard.press('Home')
  const before = await picture(page).locator('[data-status=rendered]').elementHandle()
  await rows.getByRole('button', { name: 'Collapse results' }).click()
  await expect(rows.getByRole('button', { name: 'Unfold the results' })).toBeFocused()
  await expect(rows.getByRole('grid')).toHaveCount(0)
  await expect.poll(() => height()).toBe(36)
  // A change of height does not redraw the chart.
  await expect.poll(() => before?.evaluate((element) => element.isConnected)).toBe(true)
  await expectAccessible(page)
  await page.reload()
  await expect(rows.getByRole('button', { name: 'Unfold the results' })).toBeVisible()
  await expect.poll(async () => (await source(page).boundingBox())?.width).toBe(336)
  await expect.poll(async () => (await panel(page).boundingBox())?.width).toBe(280)
  await rows.getByRole('tab', { name: 'Samples' }).click()
  await expect(rows.getByText('1,000 rows')).toBeVisible()
  await expect.poll(() => height()).toBe(284)
  await bar('Height of the results').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => height()).toBe(36)
  await page.keyboard.press('ArrowUp')
  await expect(rows.getByRole('grid')).toBeVisible()

  await source(page).getByRole('button', { name: 'Options for the dataset' }).click()
  await page.getByRole('menuitem', { name: 'Query preview' }).click()
  const copy = page.getByRole('dialog', { name: 'Query preview' }).getByRole('button', { name: 'Copy', exact: true })
  await expect(copy).toBeVisible()
  await expect.poll(async () => (await copy.boundingBox())?.width).toBeLessThan(120)
})

test('Chart, controls, dataset, results and save are reachable on a laptop at 200 % zoom', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const form = { viz_type: 'pie', groupby: ['category'], metric: 'orders' }
  const { id } = await saveChart(calls, await datasetNamed(calls, 'pizza'), 'Zoomed', form)
  // 1440 x 900 at 200 %.
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  const canvas = page.getByRole('region', { name: 'Chart', exact: true }).locator('canvas').first()
  await expect(canvas).toBeInViewport({ ratio: 0.95 })
  await expect.poll(async () => (await canvas.boundingBox())?.height ?? 0).toBeGreaterThan(120)
  await page.getByRole('tab', { name: 'Controls' }).click()
  await expect(canvas).toBeHidden()
  await expect(page.getByRole('button', { name: 'Update chart' })).toBeInViewport({ ratio: 0.95 })
  await page.getByRole('tab', { name: 'Dataset', exact: true }).click()
  await expect(page.getByRole('searchbox').first()).toBeInViewport({ ratio: 0.95 })
  await page.getByRole('tab', { name: 'Results', exact: true }).click()
  await expect(page.getByRole('grid').getByRole('row').first()).toBeInViewport({ ratio: 0.5 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Save chart' })).toBeVisible()
})

test('A chart opened from a dashboard is added back once', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const board = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Opened from' })
  const form = { viz_type: 'pie', groupby: ['category'], metric: 'orders' }
  const made = await saveChart(calls, await datasetNamed(calls, 'pizza'), 'From a board', form, [board.id])
  await page.goto(`${facet.url}/explore?slice_id=${made.id}&dashboard_id=${board.id}`)
  await waitUntilDrawn(page)
  await expect(page.getByRole('link', { name: 'Back to Opened from' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog.getByText('Opened from', { exact: true })).toBeVisible()
  }
  await save()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Chart [From a board] has been overwritten')).toBeVisible()
  await save()
  await dialog.getByRole('radio', { name: 'Save as...' }).check({ force: true })
  await dialog.getByRole('textbox', { name: 'Chart name' }).fill('Copy for the board')
  await dialog.getByRole('button', { name: 'Save & go to dashboard' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/${board.id}`))
  for (const name of ['From a board', 'Copy for the board'])
    await expect(page.getByRole('article', { name, exact: true })).toHaveCount(1)
})

test('The name, back link and every part fit the screen of a phone, also with long labels', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const board = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Shaking' })
  const params = {
    viz_type: 'deck_scatter',
    spatial: { type: 'latlong', latCol: 'latitude', lonCol: 'longitude' },
    row_limit: 1000,
  }
  const made = await saveChart(calls, await datasetNamed(calls, 'earthquakes'), 'A thousand quakes', params)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${facet.url}/explore?slice_id=${made.id}&dashboard_id=${board.id}`)
  await waitUntilDrawn(page)
  const right = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return box ? box.x + box.width : Number.NaN
  }
  await expect(page.getByText('first 1,000 rows: the row limit was reached')).toBeVisible()
  await expect.poll(() => right(picture(page))).toBeLessThanOrEqual(390)
  await expect.poll(() => right(panel(page).getByRole('button', { name: 'Update chart' }))).toBeLessThanOrEqual(390)
  // A line at the edge would separate nothing.
  await expect(panel(page)).toHaveCSS('border-right-width', '0px')
  const name = page.getByRole('textbox', { name: 'Chart name' })
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(240)
  const back = page.getByRole('link', { name: 'Back to Shaking' })
  await expect
    .poll(() => back.evaluate((link) => link.scrollWidth <= (link.parentElement?.clientWidth ?? 0)))
    .toBe(true)
  await back.click({ trial: true })
  await expectAccessible(page)
  await panel(page).getByRole('button', { name: 'Add a filter' }).click()
  const popover = page.getByRole('dialog', { name: 'Edit filter' })
  await expect(popover).toBeVisible()
  const box = await popover.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 1000)).toBeLessThanOrEqual(390)
})
