import type { Locator, Page } from '@playwright/test'
import { type Calls, callsOf, datasetNamed } from './calls.ts'
import { expect, type Facet, test } from './facet.ts'
import { control, drag, waitUntilDrawn, panel, addButton, picture, pills, runQuery, source } from './panel.ts'

interface Entry {
  readonly colnames: readonly string[]
  readonly data: readonly Readonly<Record<string, string | number | null>>[]
}

/** Returns rows of pizzas by a query written here, independent of the panel. Times are milliseconds since 1970. */
async function rowsOf(calls: Calls, question: object): Promise<Entry['data']> {
  const id = await datasetNamed(calls, 'pizza')
  const { result } = await calls.ask<{ result: readonly Entry[] }>('/api/v1/chart/data', {
    datasource: { id, type: 'table' },
    queries: [question],
    result_format: 'json',
    result_type: 'full',
  })
  return result[0]?.data ?? []
}

const results = (page: Page): Locator => page.getByRole('region', { name: 'Results', exact: true })

/** Returns the cells of the visible rows, by row. */
const cells = (grid: Locator): Promise<string[][]> =>
  grid
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.getAttribute('title') ?? ''))
        .filter((row) => row.length > 0),
    )

/** Opens a new chart from the list of datasets, and selects the type by its tile. */
async function fromDataset(page: Page, facet: Facet, tile: string): Promise<void> {
  await page.goto(`${facet.url}/dataset/list?search=pizza`)
  await page.getByRole('link', { name: 'pizza', exact: true }).click()
  await expect(source(page)).toContainText('pizza')
  await panel(page).getByRole('button', { name: tile, exact: true }).click()
}

/** Opens a new chart from the page for new charts. */
async function fromNewChart(page: Page, facet: Facet, type: RegExp): Promise<void> {
  await page.goto(`${facet.url}/chart/add`)
  await page.getByRole('combobox', { name: /^Dataset/ }).click()
  await page.getByRole('option', { name: 'pizza', exact: true }).click()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('button', { name: 'All charts' }).click()
  await page.getByRole('group', { name: 'Chart types' }).getByRole('button', { name: type }).click()
  await page.getByRole('button', { name: 'Create new chart' }).click()
  await expect(source(page)).toContainText('pizza')
}

/** Drags a column onto the filters, and selects one of its values in the popover that opens. */
async function filterBy(page: Page, column: string, value: string): Promise<void> {
  await drag(page, addButton(page, column), control(page, 'adhoc_filters'))
  const editor = page.getByRole('dialog', { name: 'Edit filter' })
  await editor.getByRole('combobox', { name: 'Values' }).click()
  await page.getByRole('option', { name: value }).click()
  // The list allows several values; a click outside closes it.
  await editor.getByRole('tab', { name: 'Simple' }).click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect(pills(page, 'adhoc_filters')).toHaveText([new RegExp(value)])
}

/** Saves under a name and checks that the chart's URL shows it again. */
async function save(page: Page, name: string, again: () => Promise<void>): Promise<void> {
  const unique = `${name} ${test.info().workerIndex}-${test.info().retry}`
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  await dialog.getByRole('textbox', { name: /chart name/i }).fill(unique)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Chart [${unique}] has been saved`)).toBeVisible()
  await expect(page).toHaveURL(/slice_id=\d+/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue(unique)
  await waitUntilDrawn(page)
  await again()
}

/** A new chart starts with the time grain of its data; this selects days. */
async function ofDays(page: Page): Promise<void> {
  await control(page, 'time_grain_sqla').getByRole('combobox').click()
  await page.getByRole('option', { name: 'Day', exact: true }).click()
}

const days = { granularity: 'order_date', extras: { time_grain_sqla: 'P1D' }, is_timeseries: true }
const byDay = (value: unknown): string => new Date(Number(value)).toISOString().slice(0, 10)

/** Compares the daily results shown with the data: sum by day and category. */
async function expectDays(page: Page, rows: Entry['data'], metric: string): Promise<void> {
  const known = new Map(rows.map((row) => [`${byDay(row['__timestamp'])} ${row['category']}`, String(row[metric])]))
  await expect(results(page).getByText(`${rows.length.toLocaleString('en-US')} rows`)).toBeVisible()
  const shown = await cells(results(page).getByRole('grid'))
  expect(shown.length).toBeGreaterThan(3)
  for (const [time, category, value] of shown)
    expect(value?.replaceAll(/[$,]/g, '')).toBe(known.get(`${time?.slice(0, 10)} ${category}`))
}

test('Creates a line chart by mouse, from the list of datasets to the saved chart', async ({ page, facet }) => {
  await fromDataset(page, facet, 'Line Chart')
  await test.step('E-METRIC-01: the panel accepts a metric', async () => {
    await drag(page, addButton(page, 'Revenue').first(), control(page, 'metrics'))
    await expect(pills(page, 'metrics')).toHaveText(['Revenue'])
  })
  await test.step('E-CONTROLS-03: the panel accepts a column', async () => {
    await drag(page, addButton(page, 'Category'), control(page, 'groupby'))
    await expect(pills(page, 'groupby')).toHaveText([/Category$/])
  })
  await test.step('E-FILTER-01: the panel accepts a filter', () => filterBy(page, 'Weekday', 'Sunday'))
  await ofDays(page)
  await runQuery(page)
  const filters = [{ col: 'day_of_week', op: 'IN', val: ['Sunday'] }]
  const rows = await rowsOf(await callsOf(page, facet), {
    ...days,
    columns: ['category'],
    metrics: ['revenue'],
    filters,
  })
  const right = async () => {
    await expectDays(page, rows, 'revenue')
    await expect(picture(page).getByRole('application')).toHaveAccessibleName(/^3 series: /)
  }
  await right()
  await save(page, 'Revenue on Sundays', right)
})

test('Creates a bar chart by mouse, from the page for new charts to the saved chart', async ({ page, facet }) => {
  await fromNewChart(page, facet, /^Bar Chart/)
  await drag(page, addButton(page, 'Orders').first(), control(page, 'metrics'))
  await drag(page, addButton(page, 'Category'), control(page, 'groupby'))
  await filterBy(page, 'Category', 'Classic')
  await ofDays(page)
  await runQuery(page)
  const filters = [{ col: 'category', op: 'IN', val: ['Classic'] }]
  const question = { ...days, columns: ['category'], metrics: ['orders'], filters }
  const rows = await rowsOf(await callsOf(page, facet), question)
  const right = async () => {
    await expectDays(page, rows, 'orders')
    await expect(picture(page).getByRole('application')).toHaveAccessibleName(/Classic/)
  }
  await right()
  await save(page, 'Classic orders', right)
})

test('Creates a table by mouse, from another type to the saved chart', async ({ page, facet }) => {
  await fromNewChart(page, facet, /^Pie Chart/)
  // A drag right after a change of type ends at the right target.
  await panel(page).getByRole('button', { name: 'Table', exact: true }).click()
  await drag(page, addButton(page, 'Revenue').first(), control(page, 'metrics'))
  await expect(pills(page, 'metrics')).toHaveText(['Revenue'])
  await drag(page, addButton(page, 'Weekday'), control(page, 'groupby'))
  await filterBy(page, 'Category', 'Specialty')
  await runQuery(page)
  const filters = [{ col: 'category', op: 'IN', val: ['Specialty'] }]
  const rows = await rowsOf(await callsOf(page, facet), { columns: ['day_of_week'], metrics: ['revenue'], filters })
  expect(rows).toHaveLength(7)
  const known = rows.map((row) => [String(row['day_of_week']), `$${Number(row['revenue']).toLocaleString('en-US')}`])
  const right = async () => {
    const grid = picture(page).getByRole('grid')
    await expect(grid.getByRole('columnheader')).toHaveText([/Weekday/, /Revenue/])
    await expect
      .poll(async () => Object.fromEntries(await cells(results(page).getByRole('grid'))))
      .toEqual(Object.fromEntries(known))
    const drawnRows = await grid.getByRole('row').allInnerTexts()
    for (const [day, revenue] of known) {
      const millions = `$${(Number(revenue?.replaceAll(/[$,]/g, '')) / 1e6).toPrecision(3)}M`
      expect(drawnRows.filter((text) => text.includes(String(day)) && text.includes(millions))).toHaveLength(1)
    }
  }
  await right()
  await save(page, 'Specialty by weekday', right)
})

test('Creates a pie chart by mouse, from the list of datasets to the saved chart', async ({ page, facet }) => {
  await fromDataset(page, facet, 'Pie Chart')
  await drag(page, addButton(page, 'Revenue').first(), control(page, 'metric'))
  await drag(page, addButton(page, 'Category'), control(page, 'groupby'))
  await filterBy(page, 'Weekday', 'Friday')
  await runQuery(page)
  const filters = [{ col: 'day_of_week', op: 'IN', val: ['Friday'] }]
  const rows = await rowsOf(await callsOf(page, facet), { columns: ['category'], metrics: ['revenue'], filters })
  const whole = rows.reduce((sum, row) => sum + Number(row['revenue']), 0)
  expect(rows).toHaveLength(3)
  const right = async () => {
    for (const { category, revenue } of rows) {
      const slice = `${category}: ${((Number(revenue) / whole) * 100).toFixed(1)}%`
      await expect(picture(page).getByRole('application')).toHaveAccessibleName(new RegExp(slice))
      const sum = `$${Number(revenue).toLocaleString('en-US')}`
      await expect(results(page).getByRole('gridcell', { name: sum, exact: true })).toBeVisible()
    }
  }
  await right()
  await save(page, 'Fridays by category', right)
})

test('Creates a big number by mouse, and draws it again for an equal response', async ({ page, facet }) => {
  await fromDataset(page, facet, 'Big Number')
  await drag(page, addButton(page, 'Orders').first(), control(page, 'metric'))
  await expect(pills(page, 'metric')).toHaveText(['Orders'])
  await filterBy(page, 'Category', 'Vegetarian')
  await runQuery(page)
  await runQuery(page)
  const filters = [{ col: 'category', op: 'IN', val: ['Vegetarian'] }]
  const rows = await rowsOf(await callsOf(page, facet), { columns: [], metrics: ['orders'], filters })
  const right = () => expect(picture(page).getByTitle(String(rows[0]?.['orders']), { exact: true })).toBeVisible()
  await right()
  await save(page, 'Vegetarian orders', right)
})
