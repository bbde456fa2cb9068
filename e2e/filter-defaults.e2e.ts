import type { Locator, Page } from '@playwright/test'
import { allFlights, openDashboardWith, columnFilter, type PlacedChart } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { expectDrawn, expectSql, figure, queryFlights } from './charts.ts'
import { expect, test } from './facet.ts'
import { userPage } from './users.ts'

const ALL = 3_000_000
const APRIL = "date >= TIMESTAMP '2001-04-01' AND date < TIMESTAMP '2001-05-01'"
const rights = { more: [['all_datasource_access', 'all_datasource_access']] as const }
const byMonth: PlacedChart = {
  name: 'By month',
  form: {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'date',
    granularity_sqla: 'date',
    time_grain_sqla: 'P1M',
    metrics: ['flights'],
  },
}

/** Selects an option of a select; its list is attached to the page. */
async function choose(page: Page, container: Locator, label: string, option: string | RegExp): Promise<void> {
  await container.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Enters April 2001 in a time range. */
async function sayApril(page: Page, container: Locator, name: string): Promise<void> {
  await container.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const range = page.getByRole('dialog', { name: 'Edit time range' })
  await choose(page, range, 'RANGE TYPE', 'Advanced')
  await range.getByRole('textbox', { name: /start/i }).fill('2001-04-01')
  await range.getByRole('textbox', { name: /end/i }).fill('2001-05-01')
  await range.getByRole('button', { name: 'APPLY' }).click()
  await expect(range).toHaveCount(0)
}

test('Sets a default for each filter type; another viewer starts with it and resets to it', async ({
  page,
  browser,
  facet,
}) => {
  const far = await queryFlights('count(*)', 'distance >= 2000')
  const inApril = await queryFlights('count(*)', APRIL)
  const id = await openDashboardWith(page, facet, [allFlights, { ...allFlights, name: 'In time' }, byMonth])
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page.getByRole('button', { name: 'Add and edit filters…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
  const given = dialog.getByRole('group', { name: 'Default value' })
  const add = async (name: string, kind: string, chart?: string) => {
    await dialog.getByRole('button', { name: 'Add filter', exact: true }).click()
    await dialog.getByLabel('Filter name').fill(name)
    await choose(page, dialog, 'Filter type', kind)
    if (kind === 'Numerical range') await choose(page, dialog, 'Column', 'Distance')
    await dialog.getByRole('checkbox', { name: 'Filter has default value' }).check()
    if (chart === undefined) return
    await dialog.getByRole('radio', { name: 'Apply to specific panels' }).check()
    for (const each of ['All flights', 'In time', 'By month'].filter((other) => other !== chart))
      await dialog.getByRole('treeitem', { name: each }).click()
  }
  await test.step('a numerical range, with its number of rows', async () => {
    await add('How far', 'Numerical range', 'All flights')
    await given.getByRole('spinbutton', { name: 'Minimum How far' }).fill('2000')
    await page.keyboard.press('Tab')
    await expect(given.getByRole('status')).toContainText(
      `${far.toLocaleString('en-US')} of ${ALL.toLocaleString('en-US')} rows`,
    )
  })
  await test.step('a time range', async () => {
    await add('When', 'Time range', 'In time')
    await sayApril(page, given, 'When')
    await expect(given.getByRole('status')).toContainText(
      `${inApril.toLocaleString('en-US')} of ${ALL.toLocaleString('en-US')} rows, the first of Apr 1, 2001, `,
    )
    await expect(given.getByRole('status')).toContainText(/the last of Apr 30, 2001, \d\d:\d\d/)
  })
  await test.step('a time grain, and a time column', async () => {
    await add('Grain', 'Time grain', 'By month')
    await choose(page, given, 'Grain', 'Quarter')
    await add('Of which time', 'Time column')
    await choose(page, given, 'Of which time', /date/i)
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const reader = await userPage(browser, facet, 'Gamma', rights)
  const bodies: string[] = []
  reader.on('request', (request) => bodies.push(request.postData() ?? ''))
  await reader.goto(`/dashboard/${id}`)
  await expect(figure(reader, 'All flights', far)).toBeVisible()
  await expect(figure(reader, 'In time', inApril)).toBeVisible()
  await expectDrawn(reader, 3)
  await expectSql(reader, 'All flights', /distance\W+>= 2000/)
  await expectSql(reader, 'In time', /date\W+>= .*2001-04-01/)
  await expectSql(reader, 'By month', /quarter/i)
  expect(bodies.filter((body) => body.includes('slice_id')).join()).toContain('"granularity":"date"')

  const bar = reader.getByRole('complementary', { name: 'Filters' })
  const apply = () => bar.getByRole('button', { name: 'Apply filters' }).click()
  await bar.getByRole('button', { name: 'Clear How far' }).click()
  await apply()
  await expect(figure(reader, 'All flights', ALL)).toBeVisible()
  await bar.getByRole('button', { name: 'Reset How far to its default' }).click()
  await apply()
  await expect(figure(reader, 'All flights', far)).toBeVisible()
  await reader.context().close()
})

test('The values of dependent filters follow value, range and time filters', async ({ page, browser, facet }) => {
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const farthest = await queryFlights('max(distance)', "origin = 'ORD'")
  const there = await queryFlights('count(distinct destination)', "origin = 'ORD' AND distance >= 1800")
  const inApril = await queryFlights('count(*)', `origin = 'ATL' AND ${APRIL}`)
  const distance = { ...columnFilter(dataset, 'How far', 'distance'), filterType: 'filter_range', controlValues: {} }
  const when = { ...distance, id: 'NATIVE_FILTER-when', name: 'When', filterType: 'filter_time', targets: [{}] }
  const counted = { ...columnFilter(dataset, 'In April', 'origin'), id: 'NATIVE_FILTER-april', sortMetric: 'flights' }
  const id = await openDashboardWith(
    page,
    facet,
    [allFlights],
    [columnFilter(dataset, 'From', 'origin'), distance, columnFilter(dataset, 'To', 'destination'), when, counted],
  )
  await page.getByRole('button', { name: 'Add and edit filters' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
  const depend = async (name: string, on: string) => {
    const entries = dialog.getByRole('list', { name: 'Filters and dividers' })
    await entries.getByRole('button', { name, exact: true }).click()
    const field = dialog.getByRole('combobox', { name: 'Values are dependent on other filters' })
    const option = page.getByRole('option', { name: on, exact: true })
    // The list closes when its container scrolls, which happens to reach the field.
    await field.scrollIntoViewIfNeeded()
    await expect(async () => {
      await field.fill('')
      await field.fill(on)
      await expect(option).toBeVisible({ timeout: 2000 })
    }).toPass()
    await option.click()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('button', { name: `Remove ${on}` }).last()).toBeVisible()
  }
  await depend('How far', 'From')
  await depend('To', 'How far')
  await depend('In April', 'When')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const reader = await userPage(browser, facet, 'Gamma', rights)
  await reader.goto(`/dashboard/${id}`)
  await expectDrawn(reader, 1)
  const bar = reader.getByRole('complementary', { name: 'Filters' })
  const filter = (name: string) => bar.getByRole('region', { name, exact: true })
  await test.step('the maximum of a range is that of the selected origin', async () => {
    await filter('From').getByRole('searchbox').fill('ORD')
    await filter('From').getByRole('option', { name: /^ORD/ }).click()
    await expect(filter('How far').getByRole('spinbutton', { name: 'Maximum How far' })).toHaveValue(
      farthest.toLocaleString('en-US'),
    )
  })
  await test.step('destinations are those of the selected origin and distance', async () => {
    await filter('How far').getByRole('spinbutton', { name: 'Minimum How far' }).fill('1800')
    await reader.keyboard.press('Tab')
    await expect(filter('To').getByRole('option')).toHaveCount(there)
  })
  await test.step('counts of values are those of the selected time range', async () => {
    await sayApril(reader, filter('When'), 'When')
    const search = filter('In April').getByRole('searchbox')
    await search.fill('ATL')
    await expect(filter('In April').getByRole('option', { name: /^ATL/ })).toHaveText(
      `ATL${inApril.toLocaleString('en-US')}`,
    )
  })
  await reader.context().close()
})
