import type { Locator, Page } from '@playwright/test'
import { allFlights, openDashboardWith, type PlacedChart } from './dashboards.ts'
import { chart, expectDrawn, expectSql, figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { userPage } from './users.ts'

const ALL = 3_000_000
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

test('Creates each filter type with its settings, and another viewer sees their effect', async ({
  page,
  browser,
  facet,
}) => {
  const far = await queryFlights('count(*)', 'distance >= 2000')
  const id = await openDashboardWith(page, facet, [allFlights, { ...allFlights, name: 'In time' }, byMonth])
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page.getByRole('button', { name: 'Add and edit filters…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
  const add = async (name: string, kind?: string) => {
    await dialog.getByRole('button', { name: 'Add filter', exact: true }).click()
    await dialog.getByLabel('Filter name').fill(name)
    if (kind) await choose(page, dialog, 'Filter type', kind)
  }
  const tick = (name: string) => dialog.getByRole('checkbox', { name }).click()
  const only = async (name: string) => {
    await dialog.getByRole('radio', { name: 'Apply to specific panels' }).check()
    for (const each of ['All flights', 'In time', 'By month'].filter((other) => other !== name))
      await dialog.getByRole('treeitem', { name: each }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Applies to' })).toContainText('Applies to 1 chart')
  }

  await test.step('a required numerical range for one chart', async () => {
    await add('How far', 'Numerical range')
    await choose(page, dialog, 'Column', 'Distance')
    await tick('Filter value is required')
    await only('All flights')
  })
  await test.step('a required time range for one chart, and its time column', async () => {
    await add('When', 'Time range')
    await tick('Filter value is required')
    await only('In time')
    await add('Of which time', 'Time column')
    await expect(dialog.getByRole('checkbox', { name: 'Filter value is required' })).toHaveCount(0)
  })
  await test.step('a time grain under a divider', async () => {
    await dialog.getByRole('button', { name: 'Add divider' }).click()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('How fine')
    await add('Grain', 'Time grain')
    await only('By month')
  })
  await test.step('values in descending order, with a time column and without counts', async () => {
    await add('From')
    await choose(page, dialog, 'Column', 'Origin')
    await tick('Sort ascending')
    await tick('Count rows under the other filters')
    await choose(page, dialog, 'Time column', /date/i)
  })
  await test.step('filters with a cyclic dependency are rejected', async () => {
    await choose(page, dialog, 'Values are dependent on other filters', 'How far')
    await page.keyboard.press('Escape')
    await dialog
      .getByRole('list', { name: 'Filters and dividers' })
      .getByRole('button', { name: 'How far', exact: true })
      .click()
    await choose(page, dialog, 'Values are dependent on other filters', 'From')
    await page.keyboard.press('Escape')
    await expect(dialog.getByText(/^Cyclic dependency detected: /)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeVisible()
    await choose(page, dialog, 'Values are dependent on other filters', 'From')
    await page.keyboard.press('Escape')
    await expect(dialog.getByText(/^Cyclic dependency detected: /)).toHaveCount(0)
  })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const rights = { more: [['all_datasource_access', 'all_datasource_access']] as const }
  const reader = await userPage(browser, facet, 'Gamma', rights)
  const bodies: string[] = []
  reader.on('request', (request) => bodies.push(request.postData() ?? ''))
  await reader.goto(`/dashboard/${id}`)
  await expectDrawn(reader, 1)
  const bar = reader.getByRole('complementary', { name: 'Filters' })
  const filter = (name: string) => bar.getByRole('region', { name, exact: true })
  await expect(bar.getByRole('heading', { name: 'How fine' })).toBeVisible()
  await test.step('the charts are empty and link to the required filter until it has a value', async () => {
    await expectSql(reader, 'All flights', /1 = 0/)
    await expectSql(reader, 'In time', /1 = 0/)
    await expectSql(reader, 'By month', /1 = 0/, { isAbsent: true })
  })
  await test.step('values are sorted descending, and have no counts under another filter', async () => {
    await expect(filter('From').getByRole('option').first()).toHaveText(/^Y/)
    expect(bodies.join()).toContain('"orderby":[["origin",false]]')
    expect(bodies.join()).toMatch(/"granularity":"date","time_range":"No filter"/)
  })
  await test.step('selected values are applied to the charts in scope', async () => {
    await filter('How far').getByRole('spinbutton', { name: 'Minimum How far' }).fill('2000')
    await reader.keyboard.press('Tab')
    await expect(bar.getByRole('button', { name: 'Apply filters' })).toHaveAttribute('aria-disabled', 'true')
    await filter('When').getByRole('button', { name: /^When/ }).click()
    const range = reader.getByRole('dialog', { name: 'Edit time range' })
    await choose(reader, range, 'RANGE TYPE', 'Last')
    await range.getByRole('button', { name: 'APPLY' }).click()
    await choose(reader, filter('Grain'), 'Grain', 'Quarter')
    await choose(reader, filter('Of which time'), 'Of which time', /date/i)
    bodies.length = 0
    await bar.getByRole('button', { name: 'Apply filters' }).click()
    await expect(figure(reader, 'All flights', far)).toBeVisible()
    await expectSql(reader, 'All flights', /distance\W+>= 2000/)
    await expectSql(reader, 'In time', /date\W+>= /)
    await expectSql(reader, 'By month', /quarter/i)
    expect(bodies.find((body) => body.includes('slice_id'))).toContain('"granularity":"date"')
    await expect(filter('From').getByRole('option').first()).toHaveText(/^\D+$/)
  })
  await expect(chart(reader, 'All flights')).toBeVisible()
  await expect(figure(reader, 'All flights', ALL)).toHaveCount(0)
  await reader.context().close()
})
