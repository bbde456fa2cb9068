import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessible, type Facet, test } from './facet.ts'
import { control, drag, waitUntilDrawn, newChart, panel, addButton, picture, pills, runQuery } from './panel.ts'

const header = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const menu = async (page: Page, item: string) => {
  await header(page, 'More').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Saves a pie chart of pizza orders for this test, optionally on dashboards. */
async function savedPie(page: Page, facet: Facet, name: string, dashboards: readonly number[] = []): Promise<number> {
  const calls = await callsOf(page, facet)
  const id = await datasetNamed(calls, 'pizza')
  const params = { viz_type: 'pie', groupby: ['category'], metric: 'orders', row_limit: 100, time_range: 'No filter' }
  return (await saveChart(calls, id, name, params, dashboards)).id
}

test('Changes are listed and saved by keyboard, every gesture is undone, and a reload loses nothing', async ({
  page,
  facet,
}) => {
  const id = await savedPie(page, facet, 'Kept pie')
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  await expect(header(page, 'Altered')).toBeHidden()
  await drag(page, addButton(page, 'Product'), control(page, 'groupby'))
  await panel(page).getByRole('tab', { name: 'Customize' }).click()
  await panel(page).getByRole('checkbox', { name: 'Donut' }).click()
  await page.getByRole('textbox', { name: 'Chart name' }).fill('Kept ring')
  await expect(page.getByText('Draft saved a moment ago')).toBeVisible()
  await header(page, 'Altered').click()
  const changes = page.getByRole('dialog', { name: 'Chart changes' })
  await expect(changes.getByRole('row')).toHaveText([
    /Control.*Before.*After/,
    /Chart name\s*Kept pie\s*Kept ring/,
    /Dimensions\s*category\s*category, name/,
    /Donut\s*false\s*true/,
  ])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Kept ring')
  await expect(pills(page, 'groupby')).toHaveText([/Category$/, /Product$/])
  await expect(page.getByText('Your chart is not up to date')).toBeHidden()
  await header(page, 'Undo').click()
  await expect(pills(page, 'groupby')).toHaveText([/Category$/])
  await header(page, 'Redo').click()
  await expect(pills(page, 'groupby')).toHaveCount(2)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Chart [Kept ring] has been overwritten')).toBeVisible()
  await expect(header(page, 'Altered')).toBeHidden()
  await expect(page.getByText(/^Draft saved/)).toBeHidden()
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await expect(pills(page, 'groupby')).toHaveCount(2)
  await panel(page).click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Run the chart')).toBeVisible()
})

test('Results and samples are searched, copied and downloaded completely', { tag: '@extended' }, async ({
  page,
  facet,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await savedPie(page, facet, 'Rows of a pie')
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  const rows = page.getByRole('region', { name: 'Results', exact: true })
  await expect(rows.getByRole('grid').getByRole('row')).toHaveCount(4)
  await rows.getByRole('searchbox').fill('class')
  await expect(rows.getByRole('grid').getByRole('row')).toHaveCount(2)
  await rows.getByRole('button', { name: 'Copy to clipboard' }).click()
  await expect(page.getByText('1 row copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^Category\tOrders\nClassic\t\d+$/)
  const file = async (act: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const csv = await file(() => rows.getByRole('button', { name: 'Download as CSV' }).click())
  expect(csv.name).toBe('Rows of a pie.csv')
  expect(csv.text.trim().split(/\r?\n/)).toHaveLength(4)
  const json = await file(() => menu(page, 'Export to .JSON'))
  expect(json.name).toBe('Rows of a pie.json')
  expect(JSON.stringify(JSON.parse(json.text))).toContain('Classic')

  await rows.getByRole('tab', { name: 'Samples' }).click()
  await expect(rows.getByText('1,000 rows')).toBeVisible()
  await rows.getByRole('searchbox').fill('2020-01-01')
  await expect(rows.getByRole('gridcell', { name: /2020-01-01/ }).first()).toBeVisible()
  const samples = await file(() => rows.getByRole('button', { name: 'Download as CSV' }).click())
  expect(samples.name).toBe('pizza.csv')
  expect(samples.text.trim().split(/\r?\n/)).toHaveLength(1001)
})

test('Unsaved changes of a crashed or closed tab are offered, and can be undone or discarded', {
  tag: '@extended',
}, async ({ page, facet, context }) => {
  const id = await savedPie(page, facet, 'Crashed pie')
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  await drag(page, addButton(page, 'Product'), control(page, 'groupby'))
  await expect(pills(page, 'groupby')).toHaveCount(2)
  const devtools = await context.newCDPSession(page)
  // The response never arrives, because the page has crashed.
  devtools.send('Page.crash').catch(() => {})
  await page.waitForEvent('crash')
  const open = async () => {
    const tab = await context.newPage()
    await tab.goto(`${facet.url}/explore?slice_id=${id}`)
    await waitUntilDrawn(tab)
    return tab
  }
  const again = await open()
  await expect(again.getByText(/^Unsaved changes from /)).toBeVisible()
  await expectAccessible(again)
  await expect(pills(again, 'groupby')).toHaveCount(1)
  await header(again, 'Restore').click()
  await expect(pills(again, 'groupby')).toHaveCount(2)
  await header(again, 'Undo').click()
  await expect(pills(again, 'groupby')).toHaveCount(1)
  await header(again, 'Redo').click()
  await again.close()
  const third = await open()
  await header(third, 'Discard').click()
  await third.close()
  const last = await open()
  await expect(last.getByText(/^Unsaved changes from /)).toHaveCount(0)
})

test('Rows are paged by a chosen size; search and copy cover all rows', { tag: '@extended' }, async ({
  page,
  facet,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await savedPie(page, facet, 'Pages of a pie')
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  const rows = page.getByRole('region', { name: 'Results', exact: true })
  await expect(rows.getByRole('group', { name: 'Pages' })).toHaveCount(0)
  await rows.getByRole('tab', { name: 'Samples' }).click()
  await expect(rows.getByText('Rows 1 – 50 of 1,000')).toBeVisible()
  const grid = rows.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '1001')
  await rows.getByRole('button', { name: 'Next page' }).click()
  await expect(rows.getByText('Rows 51 – 100 of 1,000')).toBeVisible()
  await expect(grid.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '52')
  await rows.getByRole('spinbutton', { name: 'Page of 20' }).fill('20')
  await page.keyboard.press('Enter')
  await expect(rows.getByText('Rows 951 – 1,000 of 1,000')).toBeVisible()
  await expect(rows.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await grid.focus()
  await page.keyboard.press('Control+End')
  await expect(grid.locator('[aria-rowindex="1001"]')).toBeVisible()
  await rows.getByRole('combobox', { name: 'Rows per page' }).click()
  await page.getByRole('option', { name: '500 per page' }).click()
  await expect(rows.getByText('Rows 501 – 1,000 of 1,000')).toBeVisible()
  await grid.getByRole('columnheader').first().click()
  await expect(rows.getByText('Rows 1 – 500 of 1,000')).toBeVisible()
  await expectAccessible(page)
  await rows.getByRole('button', { name: 'Copy to clipboard' }).click()
  await expect(page.getByText('1,000 rows copied')).toBeVisible()
  await expect
    .poll(async () => (await page.evaluate(() => navigator.clipboard.readText())).split('\n'))
    .toHaveLength(1001)
  await page.reload()
  await rows.getByRole('tab', { name: 'Samples' }).click()
  await expect(rows.getByText('Rows 1 – 500 of 1,000')).toBeVisible()
})

test('Saves a chart into a tab of a dashboard, and the link opens the tab', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const node = (id: string, type: string, children: readonly string[], text = '') => [
    id,
    { id, type, children, meta: text ? { text } : {} },
  ]
  const made = await calls.post('/api/v1/dashboard/', {
    dashboard_title: 'Of two tabs',
    json_metadata: '{"refresh_frequency": 300}',
    position_json: JSON.stringify({
      DASHBOARD_VERSION_KEY: 'v2',
      ...Object.fromEntries([
        node('ROOT_ID', 'ROOT', ['TABS-1']),
        node('GRID_ID', 'GRID', []),
        node('TABS-1', 'TABS', ['TAB-a', 'TAB-b']),
        node('TAB-a', 'TAB', [], 'Before noon'),
        node('TAB-b', 'TAB', [], 'After noon'),
      ]),
    }),
  })
  await savedPie(page, facet, 'For a tab').then((id) => page.goto(`${facet.url}/explore?slice_id=${id}`))
  await waitUntilDrawn(page)
  await header(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  await expect(dialog.getByRole('combobox', { name: 'Add to tab' })).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Add to dashboard' }).click()
  await page.getByRole('option', { name: 'Of two tabs' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Add to tab' })).toContainText('Before noon')
  await dialog.getByRole('combobox', { name: 'Add to tab' }).click()
  await page.getByRole('option', { name: 'After noon' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save & go to dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard\/[^#]*#TAB-b$/)
  await expect(page.getByRole('tab', { name: 'After noon' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('article', { name: 'For a tab' }).locator('[data-status=rendered]')).toBeVisible()
  await page.getByRole('tab', { name: 'Before noon' }).click()
  // A visited tab keeps its chart, hidden.
  await expect(page.locator('[data-status=rendered]').filter({ visible: true })).toHaveCount(0)
  const { result } = await calls.get<{ result: { json_metadata: string } }>(`/api/v1/dashboard/${made.id}`)
  expect(JSON.parse(result.json_metadata)).toMatchObject({ refresh_frequency: 300 })
})

test('A chart opened from a dashboard with a color scheme is drawn in it, and retains its own', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const made = await calls.post('/api/v1/dashboard/', {
    dashboard_title: 'Of one colour',
    json_metadata: JSON.stringify({
      color_scheme: 'lyftColors',
      shared_label_colors: { Vegetarian: '#123456' },
      label_colors: { Classic: '#fedcba' },
    }),
  })
  const id = await savedPie(page, facet, 'Coloured pie', [made.id])
  /** Returns how many pixels of the chart have exactly this color. */
  const pixels = (color: string) =>
    page
      .locator('canvas')
      .first()
      .evaluate((element, hex) => {
        const canvas = element as HTMLCanvasElement
        const chartTheme = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
        const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
        let count = 0
        for (let at = 0; at < chartTheme.length; at += 4)
          if (chartTheme[at] === r && chartTheme[at + 1] === g && chartTheme[at + 2] === b) count += 1
        return count
      }, color)
  const expectDashboardColors = async () => {
    // The manual color, the frozen color, and the color by rank: Specialty has the second most rows.
    for (const color of ['#fedcba', '#123456', '#6c838e']) await expect.poll(() => pixels(color)).toBeGreaterThan(500)
  }
  await page.goto(`${facet.url}/dashboard/${made.id}`)
  await expect(page.locator('[data-status=rendered]')).toBeVisible()
  await expectDashboardColors()
  await page.goto(`${facet.url}/explore?slice_id=${id}&dashboard_id=${made.id}`)
  await waitUntilDrawn(page)
  await expectDashboardColors()
  await test.step('E-COLOR-02: the control names custom label colors', async () => {
    await panel(page).getByRole('tab', { name: 'Customize' }).click()
    await expect(panel(page).getByText(/overriden by custom label colors/)).toBeVisible()
  })
  await expect(header(page, 'Altered')).toBeHidden()
  await panel(page).getByRole('checkbox', { name: 'Donut' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Chart [Coloured pie] has been overwritten')).toBeVisible()
  const { result } = await calls.get<{ result: { params: string } }>(`/api/v1/chart/${id}`)
  expect(result.params).not.toMatch(/lyftColors|fedcba|123456/)
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  await expect.poll(() => pixels('#3258bb')).toBeGreaterThan(500)
  await expect.poll(() => pixels('#fedcba')).toBe(0)
})

test('An unknown chart type is reported, with a link to select another', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const id = await datasetNamed(await callsOf(page, facet), 'pizza')
  await page.goto(`${facet.url}/explore?dataset_id=${id}&viz_type=hologram`)
  await test.step('E-STATE-07: names the chart type', async () => {
    await expect(page.getByText('This visualization type is not supported.')).toBeVisible()
  })
})

test('The panel has its sections, and a gallery of all chart types by category and search', async ({ page, facet }) => {
  await newChart(page, facet, 'pizza', 'echarts_timeseries_line')
  await test.step('E-CONTROLS-01: shows the sections', async () => {
    for (const name of ['Visualization type', 'Time', 'Annotations and layers', 'Query', 'Advanced analytics'])
      await expect(panel(page).getByRole('heading', { name: new RegExp(`^${name}`, 'i') })).toBeVisible()
    await panel(page).getByRole('tab', { name: 'Customize' }).click()
    await expect(panel(page).getByRole('heading', { name: 'Color scheme' })).toBeVisible()
  })
  await panel(page).getByRole('tab', { name: 'Data' }).click()
  await addButton(page, 'Revenue').first().click()
  const gallery = page.getByRole('dialog', { name: 'Select a visualization type' })
  const tiles = gallery.getByRole('group', { name: 'Chart types' }).getByRole('button')
  await test.step('E-CONTROLS-02: finds a type in the gallery', async () => {
    await panel(page).getByRole('button', { name: 'View all charts' }).click()
    await expect(tiles.filter({ hasText: /^Line Chart/ })).toBeVisible()
    const everything = await tiles.count()
    await gallery.getByRole('button', { name: 'Part of a Whole' }).click()
    await expect(tiles.filter({ hasText: 'Pie Chart' })).toBeVisible()
    await expect.poll(() => tiles.count()).toBeLessThan(everything)
    await gallery.getByRole('searchbox').fill('big number')
    await expect(tiles.first()).toHaveText('Big Number')
    await tiles.first().dblclick()
    await expect(gallery).toBeHidden()
    await expect(pills(page, 'metric')).toHaveText(['Revenue'])
  })
  await panel(page).getByRole('button', { name: 'View all charts' }).click()
  await page.keyboard.press('Escape')
  await expect(gallery).toBeHidden()
  await expect(panel(page).getByRole('button', { name: 'View all charts' })).toBeFocused()
})

test('Switching the chart type keeps metrics, columns, filters and time, and switching back restores the chart', {
  tag: '@extended',
}, async ({ page, facet }) => {
  await newChart(page, facet, 'pizza', 'table')
  await addButton(page, 'Revenue').first().click()
  await addButton(page, 'Orders').first().click()
  await addButton(page, 'Category').click()
  await addButton(page, 'Weekday').click()
  await runQuery(page)
  const before = await page.evaluate(() => document.querySelector('[data-control=metrics]')?.textContent)
  const type = (name: string) => panel(page).getByRole('button', { name, exact: true }).click()
  await type('Pie Chart')
  await expect(pills(page, 'metric')).toHaveText(['Revenue'])
  await expect(pills(page, 'groupby')).toHaveText([/Category$/, /Weekday$/])
  await type('Line Chart')
  await expect(pills(page, 'metrics')).toHaveText(['Revenue', 'Orders'])
  await type('Table')
  await expect(control(page, 'metrics')).toHaveText(before ?? '')
  await expect(pills(page, 'groupby')).toHaveText([/Category$/, /Weekday$/])
  await expect(page.getByText('Your chart is not up to date')).toBeHidden()
  await waitUntilDrawn(page)
  await expect(picture(page).getByRole('columnheader')).toHaveCount(4)
})
