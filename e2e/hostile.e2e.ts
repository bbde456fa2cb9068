import { hostileCsv, hostileNames, hostileTimeName, longLabel } from '#testing/hostile-values.ts'
import type { Page } from '@playwright/test'
import { saveBoard } from './dashboards.ts'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { chart, expectDrawn, figure } from './charts.ts'
import { expect, type Facet, test } from './facet.ts'

test.use({ facetEnv: { FACET_EXAMPLES: '0' } })

async function upload(page: Page, facet: Facet, name: string): Promise<void> {
  await page.goto(facet.url)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(hostileCsv()) })
  await page
    .getByRole('dialog', { name: `Upload "${name}"` })
    .getByRole('button', { name: 'Load' })
    .click()
  await page.waitForURL(/\/explore\?dataset_id=/)
}

const picture = (page: Page) => page.getByRole('region', { name: 'Chart', exact: true })

test('300 columns with hostile names become charts of four types', async ({ page, facet }) => {
  await upload(page, facet, 'hostile.csv')
  const source = page.getByRole('complementary', { name: 'Chart source' })
  const controls = page.getByRole('complementary', { name: 'Controls' })
  const offered = source.getByRole('button', { name: /^Add .* to the chart$/ })
  await expect(offered).toHaveCount(51)
  await source.getByRole('button', { name: 'Show more' }).click()
  await expect(offered).toHaveCount(301)
  await page.getByRole('group', { name: 'Visualization type' }).getByRole('button', { name: 'Table' }).click()
  for (const name of hostileNames)
    await source.getByRole('button', { name: `Add ${name} to the chart`, exact: true }).click()
  await source.getByRole('button', { name: /^Add (COUNT\(\*\)|count) to the chart$/i }).click()
  await controls.getByRole('button', { name: /(Create|Update) chart/ }).click()
  await expect(picture(page).locator('[data-status=rendered]')).toBeVisible()
  const first = picture(page).getByRole('gridcell', { name: longLabel })
  await first.hover()
  for (const name of hostileNames) {
    const head = picture(page).getByRole('columnheader', { name, exact: true })
    // Columns far from the viewport are not rendered: scroll right until the column appears, and restart at the left in
    // case it was passed before it was drawn.
    let turns = 0
    await expect(async () => {
      turns += 1
      if ((await head.count()) === 0) await page.mouse.wheel(turns % 40 === 0 ? -100_000 : 300, 0)
      await expect(head).toBeAttached({ timeout: 300 })
    }).toPass({ timeout: 60_000 })
  }

  for (const type of ['Pie Chart', 'Line Chart', 'Big Number']) {
    await page.getByRole('group', { name: 'Visualization type' }).getByRole('button', { name: type }).click()
    await controls
      .getByRole('button', { name: /(Create|Update) chart/ })
      .first()
      .click()
    await expect(picture(page).locator('[data-status=rendered]')).toBeVisible()
  }
  await expect(picture(page).getByTitle('8', { exact: true })).toBeVisible()
})

test('Filters on hostile columns filter a dashboard, also with a table without rows and a column of nulls', async ({
  page,
  facet,
}) => {
  await upload(page, facet, 'filtered.csv')
  const calls = await callsOf(page, facet)
  const datasource_id = await datasetNamed(calls, 'filtered')
  const make = (name: string, params: Record<string, unknown>) => saveChart(calls, datasource_id, name, params)
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows', hasCustomLabel: true }
  const greatest = {
    expressionType: 'SQL',
    sqlExpression: 'MAX("beyond 2^53")',
    label: 'greatest',
    hasCustomLabel: true,
  }
  const nothing = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0', filterOptionName: 'none' }
  const charts = [
    await make('Rows of 🦜', { viz_type: 'big_number_total', metric: count }),
    await make('שלום "quoted"', { viz_type: 'table', groupby: ['plain', 'beyond 2^53'], metrics: [count, greatest] }),
    await make('Null', { viz_type: 'pie', groupby: ['nothing at all'], metric: count }),
    await make('None', { viz_type: 'table', groupby: ['plain'], metrics: [count], adhoc_filters: [nothing] }),
    await make('Years', {
      viz_type: 'echarts_timeseries_line',
      x_axis: hostileTimeName,
      granularity_sqla: hostileTimeName,
      time_grain_sqla: 'P1Y',
      metrics: [count],
      groupby: ['with "double" quotes'],
    }),
  ]
  const filter = (id: string, column: string) => ({
    id: `NATIVE_FILTER-${id}`,
    type: 'NATIVE_FILTER',
    name: column,
    filterType: 'filter_select',
    targets: [{ datasetId: datasource_id, column: { name: column } }],
    controlValues: { multiSelect: true },
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    defaultDataMask: { extraFormData: {}, filterState: {} },
  })
  const boxes = charts.map(({ id }) => ({ id, width: 2, height: 40 }))
  const dashboard = await saveBoard(calls, 'Hostile “🦜” שלום', boxes, {
    native_filter_configuration: [filter('a', 'plain'), filter('b', 'with "double" quotes')],
  })
  await page.goto(`${facet.url}/dashboard/${dashboard}`)
  await expect(figure(page, 'Rows of 🦜', 8)).toBeVisible()
  await expect(chart(page, 'None')).toContainText('No rows match')
  await expect(chart(page, 'שלום "quoted"')).toContainText('9007199254740993')
  await expect(chart(page, 'Years').locator('canvas')).toBeVisible()
  await expectDrawn(page, 4)
  const values = page.getByRole('listbox', { name: 'plain', exact: true })
  await values.getByRole('option', { name: /^o'clock; DROP/ }).click()
  await values.getByRole('option', { name: /^né/ }).click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page, 'Rows of 🦜', 2)).toBeVisible()
  await page.getByRole('listbox', { name: 'with "double" quotes' }).getByRole('option').first().click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByRole('button', { name: 'Remove the filter with "double" quotes' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove the filter with "double" quotes' })).toBeVisible()

  const bar = page.getByRole('complementary', { name: 'Filters' })
  await test.step('a filter set with a hostile name is created and applied', async () => {
    const name = '<img src=x onerror=alert(1)> “🦜” שלום'
    await bar.getByRole('tab', { name: 'Filter sets (0)' }).click()
    await bar.getByRole('button', { name: 'Create new filter set' }).click()
    await bar.getByLabel('Name').fill(name)
    await bar.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(figure(page, 'Rows of 🦜', 8)).toBeVisible()
    await bar.getByRole('button', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page.getByRole('button', { name: 'Remove the filter with "double" quotes' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(figure(page, 'Rows of 🦜', 8)).toBeVisible()
  })
  await test.step('a selected cell is drilled by a column with a hostile name', async () => {
    const cell = chart(page, 'שלום "quoted"').getByText("o'clock; DROP", { exact: true })
    await cell.click()
    await expect(figure(page, 'Rows of 🦜', 1)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(figure(page, 'Rows of 🦜', 8)).toBeVisible()
    await cell.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Drill by' }).click()
    await page.keyboard.type('with "dou')
    await page.getByRole('menuitem', { name: 'with "double" quotes' }).click()
    const way = chart(page, 'שלום "quoted"').getByRole('navigation', { name: 'Way into the chart' })
    await expect(way).toContainText("o'clock; DROP")
    await way.getByRole('button', { name: 'All' }).click()
  })
  await test.step('a filter on a hostile column is created in two clicks and configured', async () => {
    await bar.getByRole('tab', { name: /^All filters/ }).click()
    await page.getByRole('button', { name: 'Add a filter' }).click()
    await page.getByRole('combobox', { name: 'Search' }).fill('100%')
    await page.getByRole('listbox', { name: 'Columns' }).getByRole('option').first().click()
    const made = bar.getByRole('region', { name: '100% {{ jinja }} ${js} %s' })
    await expect(made.getByRole('option').first()).toBeVisible()
    await page.getByRole('button', { name: 'Add and edit filters' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
    await dialog.getByLabel('Filter name').fill('<b>“🦜”</b> שלום')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(bar.getByRole('region', { name: '<b>“🦜”</b> שלום' })).toBeVisible()
  })
})
