import { openDashboardWith, saveBoard } from './dashboards.ts'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, test } from './facet.ts'
import { control, waitUntilDrawn, newChart, panel, addButton, picture, pills, runQuery } from './panel.ts'

// A time range that cannot be parsed.
test.use({ allowErrors: /status of 400 .*time_range/ })

test('Editors of the control panel open, apply changes and close on Escape', async ({ page, facet }) => {
  const table = {
    name: 'Origins',
    form: { viz_type: 'table', groupby: ['origin'], metrics: ['flights'], row_limit: 10 },
  }
  await openDashboardWith(page, facet, [table])
  await page.getByRole('button', { name: 'Options for Origins' }).click()
  await page.getByRole('menuitem', { name: 'Edit chart', exact: true }).click()
  const results = page.getByRole('region', { name: 'Chart', exact: true })
  await expect(results.locator('[data-status=rendered]')).toBeVisible()

  const range = panel(page).getByRole('button', { name: /^Time range: / })
  const before = await range.textContent()
  await range.click()
  const dialog = page.getByRole('dialog', { name: 'Edit time range' })
  await test.step('T-POP-01: the popover has its title', () =>
    expect(dialog.getByRole('heading', { name: 'Edit time range' })).toBeVisible())
  await expect(dialog.getByText('Actual time range')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'RANGE TYPE' }).click()
  await page.getByRole('option', { name: 'Advanced' }).click()
  const validated = page.waitForResponse(/time_range.*foo/)
  await dialog.getByRole('textbox', { name: 'START (INCLUSIVE)' }).fill('foo')
  expect((await validated).status()).toBe(400)
  await test.step('T-VALID-04: shows the message of the server', () =>
    expect(dialog.getByRole('status')).toHaveText(/Cannot parse time string \[foo\]/))
  await test.step('T-VALID-03: APPLY is disabled', () =>
    expect(dialog.getByRole('button', { name: 'APPLY' })).toBeDisabled())
  await test.step('E-CONTROLS-11: Escape closes the popover', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(range).toBeFocused()
  })
  await test.step('T-STATE-08: discards the draft', async () => {
    await expect(range).toHaveText(before ?? '')
    await range.click()
    await expect(dialog.getByRole('combobox', { name: 'RANGE TYPE' })).not.toContainText('Advanced')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await panel(page).getByRole('button', { name: 'Add a filter' }).click()
  const filter = page.getByRole('dialog', { name: 'Edit filter' })
  await filter.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('combobox').last().fill('no such column')
  await test.step('E-FILTER-38: a search without results links to Custom SQL', () =>
    expect(page.getByText('No such column found. To filter on a metric, try the Custom SQL tab.')).toBeVisible())
  await page.keyboard.press('Escape')
  const width = async () => (await filter.boundingBox())?.width ?? 0
  const narrow = await width()
  await test.step('E-FILTER-03: the corner resizes the editor', async () => {
    await filter.getByRole('button', { name: 'Resize' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(width).toBeGreaterThan(narrow)
  })
  await page.keyboard.press('Escape')
  await expect(filter).toBeHidden()

  await panel(page).getByRole('tab', { name: 'Customize' }).click()
  await panel(page).getByRole('button', { name: 'Add new color formatter' }).click()
  const rule = page.getByRole('dialog', { name: 'Edit formatter' })
  await rule.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option').first().click()
  await rule.getByRole('combobox', { name: 'Operator' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(rule).toBeHidden()
  await expect(results.locator('[role=gridcell][style*=background]').first()).toBeVisible()
  await expect(page.getByText('Your chart is not up to date')).toBeHidden()
})

test('Pastes filter values as a list and writes filters in SQL, in editors 600 px wide', async ({
  page,
  facet,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await newChart(page, facet, 'flights', 'table')
  await addButton(page, 'Origin').click()
  await addButton(page, 'Flights').click()
  await control(page, 'adhoc_filters').getByRole('button', { name: 'Add a filter' }).click()
  const filter = page.getByRole('dialog', { name: 'Edit filter' })
  await filter.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: /Origin/ }).click()
  await page.evaluate(() => navigator.clipboard.writeText(' ORD, ATL\nDFW;\tORD ,, ATL\n'))
  await test.step('E-CONTROLS-31: splits a pasted list into values', async () => {
    await filter.getByRole('combobox', { name: 'Values' }).focus()
    await page.keyboard.press('Control+v')
    for (const name of ['ORD', 'ATL', 'DFW'])
      await expect(filter.getByRole('button', { name: `Remove ${name}`, exact: true })).toBeVisible()
  })
  await test.step('E-CONTROLS-32: keeps each value once, without spaces', async () => {
    await filter.getByRole('button', { name: 'Save' }).click()
    await expect(pills(page, 'adhoc_filters')).toHaveText(["origin IN ('ORD', 'ATL', 'DFW')"])
  })

  await control(page, 'adhoc_filters').getByRole('button', { name: 'Add a filter' }).click()
  await expect.poll(async () => (await filter.boundingBox())?.width).toBe(600)
  await filter.getByRole('tab', { name: 'Custom SQL' }).click()
  await filter.getByRole('textbox', { name: 'SQL expression' }).fill("origin <> 'ATL'")
  await filter.getByRole('button', { name: 'Save' }).click()
  await expect(pills(page, 'adhoc_filters')).toHaveCount(2)
  await runQuery(page)
  const origins = picture(page).getByRole('gridcell', { name: /^[A-Z]{3}$/ })
  await expect(origins.filter({ hasText: 'ORD' })).toBeVisible()
  await expect(origins.filter({ hasText: 'DFW' })).toBeVisible()
  await expect(origins).toHaveCount(2)

  await pills(page, 'metrics').getByRole('button', { name: 'Flights', exact: true }).click()
  const metric = page.getByRole('dialog', { name: 'Edit metric' })
  await test.step('E-CONTROLS-13: the popover is 600 px wide', async () =>
    await expect.poll(async () => (await metric.boundingBox())?.width).toBe(600))
})

test('Bounds and sliders redraw the chart at once without a request', async ({ page, facet }) => {
  await newChart(page, facet, 'pizza', 'pie')
  await addButton(page, 'Category').click()
  await addButton(page, 'Revenue').first().click()
  await runQuery(page)
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/chart/data')) requested.push(request.url())
  })
  const shot = () => picture(page).locator('canvas').first().screenshot()
  const before = await shot()
  await panel(page).getByRole('tab', { name: 'Customize' }).click()
  await test.step('E-CONTROLS-07: a slider redraws the chart', async () => {
    const radius = control(page, 'outerRadius').getByRole('slider', { name: 'Outer radius' })
    await expect(radius).toHaveValue('70')
    await radius.focus()
    await page.keyboard.press('Home')
    await expect(radius).toHaveValue('10')
    await expect.poll(async () => (await shot()).equals(before)).toBe(false)
  })

  await panel(page).getByRole('tab', { name: 'Data' }).click()
  await panel(page).getByRole('button', { name: 'Line Chart', exact: true }).click()
  await runQuery(page)
  const count = requested.length
  await panel(page).getByRole('tab', { name: 'Customize' }).click()
  await panel(page).getByRole('checkbox', { name: 'Truncate Y Axis' }).click()
  const free = await shot()
  await test.step('E-CONTROLS-06: an axis bound redraws the chart', async () => {
    await control(page, 'y_axis_bounds').getByRole('textbox', { name: 'Y Axis Bounds: Max' }).fill('5000000')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await shot()).equals(free)).toBe(false)
  })
  await expect(page.getByText('Your chart is not up to date')).toBeHidden()
  expect(requested).toHaveLength(count)
})

test('A relative time range offers eight periods before and after, and APPLY applies it', async ({ page, facet }) => {
  await newChart(page, facet, 'flights', 'table')
  const range = panel(page).getByRole('button', { name: /^Time range: / })
  await range.click()
  const dialog = page.getByRole('dialog', { name: 'Edit time range' })
  await dialog.getByRole('combobox', { name: 'RANGE TYPE' }).click()
  await page.getByRole('option', { name: 'Custom' }).click()
  for (const mode of [/^START \(INCLUSIVE\)(?!:)/, /^END \(EXCLUSIVE\)(?!:)/]) {
    await dialog.getByRole('combobox', { name: mode }).click()
    await page.getByRole('option', { name: 'Relative Date/Time' }).click()
  }
  const units = ['Seconds', 'Minutes', 'Hours', 'Days', 'Weeks', 'Months', 'Quarters', 'Years']
  await test.step('T-POP-10: offers a quantity and eight periods', async () => {
    for (const [end, direction] of [
      ['START (INCLUSIVE)', 'Before'],
      ['END (EXCLUSIVE)', 'After'],
    ] as const) {
      await dialog.getByRole('combobox', { name: `${end}: Relative period` }).click()
      const offered = await page.getByRole('option').allTextContents()
      expect(offered.toSorted()).toEqual(units.map((unit) => `${unit} ${direction}`).toSorted())
      await page.getByRole('option', { name: `Months ${direction}` }).click()
    }
    await dialog.getByLabel('START (INCLUSIVE): Relative quantity', { exact: true }).fill('4')
    await page.keyboard.press('Tab')
  })
  await test.step('T-STATE-09: APPLY applies the draft', async () => {
    await dialog.getByRole('button', { name: 'APPLY' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel(page).getByRole('button', { name: /^Time range: DATEADD\(.*-4, month\)/ })).toBeVisible()
  })
})

test('A chart opened from a dashboard has its filters, does not save them, and names the dashboard of its colors', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'pizza')
  const filter = {
    id: 'NATIVE_FILTER-walk',
    type: 'NATIVE_FILTER',
    name: 'Category',
    filterType: 'filter_select',
    targets: [{ datasetId: dataset, column: { name: 'category' } }],
    controlValues: { multiSelect: true },
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    defaultDataMask: { filterState: { value: ['Classic'] }, extraFormData: {} },
  }
  const params = { viz_type: 'pie', groupby: ['category'], metric: 'orders', time_range: 'No filter' }
  const chart = await saveChart(calls, dataset, 'Inheriting pie', params)
  const box = { id: chart.id, width: 4, height: 50 }
  const id = await saveBoard(calls, 'Decides', [box], {
    native_filter_configuration: [filter],
    color_scheme: 'd3Category10',
  })
  await page.goto(`${facet.url}/explore?slice_id=${chart.id}&dashboard_id=${id}`)
  await waitUntilDrawn(page)
  await expect(pills(page, 'adhoc_filters')).toHaveText([/category IN \('Classic'\)/])
  await test.step('E-FILTER-40: marks the filter of the dashboard', () =>
    expect(control(page, 'adhoc_filters').getByRole('button', { name: /won't be saved with the chart/ })).toBeVisible())
  await expect(picture(page).getByText('1 row')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Altered' })).toBeHidden()
  await panel(page).getByRole('tab', { name: 'Customize' }).click()
  await test.step('E-COLOR-01: the control names the dashboard as the source of the color scheme', () =>
    expect(control(page, 'color_scheme')).toContainText(
      'The color scheme is determined by the related dashboard. Edit the color scheme in the dashboard properties.',
    ))
  await panel(page).getByRole('checkbox', { name: 'Donut' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Chart [Inheriting pie] has been overwritten')).toBeVisible()
  const { result } = await calls.get<{ result: { params: string } }>(`/api/v1/chart/${chart.id}`)
  expect(JSON.parse(result.params)).toMatchObject({ donut: true })
  expect(result.params).not.toContain('Classic')
})
