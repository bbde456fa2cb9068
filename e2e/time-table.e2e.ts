import type { Locator, Page } from '@playwright/test'
import { type Calls, callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { chooseType, control, drag, waitUntilDrawn, newChart, addButton, picture, pills, runQuery } from './panel.ts'

const editor = (page: Page): Locator => page.getByRole('dialog', { name: 'Edit time-series column' })
const columns = (page: Page): Locator => pills(page, 'column_collection')
const cells = (page: Page, name: string): Locator =>
  picture(page).getByRole('row', { name, exact: true }).getByRole('gridcell')

async function choose(page: Page, name: string, option: string): Promise<void> {
  await editor(page)
    .getByRole('combobox', { name: new RegExp(`^${name}`) })
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Adds a column by mouse. */
async function add(page: Page, label: string, type: string, more?: () => Promise<void>): Promise<void> {
  await control(page, 'column_collection').getByRole('button', { name: 'Add a column' }).click()
  await editor(page).getByRole('textbox', { name: 'Label' }).fill(label)
  await choose(page, 'Type', type)
  await more?.()
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await expect(editor(page)).toBeHidden()
}

/** Returns revenue by month of each category, in order, queried without the chart type. */
async function revenue(calls: Calls): Promise<Map<string, number[]>> {
  const { result } = await calls.ask<{ result: { data: { category: string; revenue: number }[] }[] }>(
    '/api/v1/chart/data',
    {
      datasource: { id: await datasetNamed(calls, 'pizza'), type: 'table' },
      result_format: 'json',
      result_type: 'full',
      queries: [
        {
          columns: ['category'],
          metrics: ['revenue'],
          is_timeseries: true,
          granularity: 'order_date',
          extras: { time_grain_sqla: 'P1M' },
          orderby: [['__timestamp', true]],
          row_limit: 10_000,
        },
      ],
    },
  )
  const months = new Map<string, number[]>()
  for (const row of result[0]?.data ?? []) months.set(row.category, [...(months.get(row.category) ?? []), row.revenue])
  return months
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`
const change = (share: number): string => (share < 0 ? `−${percent(-share)}` : `+${percent(share)}`)

test('Creates, saves and edits a time-series table by mouse', async ({ page, facet }) => {
  await newChart(page, facet, 'pizza', 'table')
  await chooseType(page, 'time-series table')
  await drag(page, addButton(page, 'Revenue').first(), control(page, 'metrics'))
  await drag(page, addButton(page, 'Category'), control(page, 'groupby'))
  await control(page, 'time_grain_sqla').getByRole('combobox').click()
  await page.getByRole('option', { name: 'Month', exact: true }).click()
  await test.step('E-CONTROLS-04: the columns are a collection that must not be empty', async () => {
    await expect(columns(page)).toHaveText(['Last', 'Trend'])
    await columns(page).getByRole('button', { name: 'Remove Last' }).click()
    await columns(page).getByRole('button', { name: 'Remove Trend' }).click()
    await expect(control(page, 'column_collection')).toContainText('cannot be empty')
  })
  await add(page, 'Against last year', 'Time comparison', async () => {
    await editor(page).getByRole('textbox', { name: 'Time lag' }).fill('12')
    await choose(page, 'Comparison', 'Percentage change')
    await editor(page).getByRole('textbox', { name: 'Color bounds: Min' }).fill('0')
  })
  await add(page, 'Share', 'Contribution')
  await add(page, 'Three years', 'Sparkline')
  await runQuery(page)

  const calls = await callsOf(page, facet)
  const months = await revenue(calls)
  const last = (values: readonly number[], lag = 0) => values.at(-1 - lag) ?? Number.NaN
  const all = [...months.values()].reduce((sum, values) => sum + last(values), 0)
  expect(months.size).toBeGreaterThan(2)
  await expect(picture(page).getByRole('row')).toHaveCount(months.size + 1)
  for (const [category, values] of months) {
    expect(values).toHaveLength(36)
    const row = cells(page, category)
    await expect(row.nth(1)).toHaveText(change(last(values) / last(values, 12) - 1))
    await expect(row.nth(2)).toHaveText(percent(last(values) / all))
    await expect(
      row.nth(3).getByRole('img', { name: /^36 values from \$.* \(Jan 2020\) to .* \(Dec 2022\)/ }),
    ).toBeVisible()
  }
  const [[first = ''] = []] = months
  const line = cells(page, first).getByRole('img')
  const width = (await line.boundingBox())?.width ?? 0
  await line.hover({ position: { x: width - 5, y: 10 } })
  await expect(page.getByRole('tooltip')).toHaveText(/^\$\d+k Dec 2022$/)
  await line.hover({ position: { x: 4, y: 10 } })
  await expect(page.getByRole('tooltip')).toHaveText(/^\$\d+k Jan 2020$/)

  const names = picture(page).locator('[role=gridcell][aria-colindex="1"]')
  const byShare = [...months].toSorted(([, a], [, b]) => last(b) - last(a)).map(([category]) => category)
  await picture(page).getByRole('columnheader', { name: 'Share' }).click()
  await expect(names).toHaveText(byShare)
  await picture(page).getByRole('columnheader', { name: 'Share' }).click()
  await expect(names).toHaveText(byShare.toReversed())

  await page.getByRole('textbox', { name: 'Chart name' }).fill('Pizza over time')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Chart [Pizza over time] has been saved')).toBeVisible()
  await page.reload()
  await waitUntilDrawn(page)
  await expect(columns(page)).toHaveText(['Against last year', 'Share', 'Three years'])

  await test.step('E-CONTROLS-09: edits and removes a column', async () => {
    await columns(page).getByRole('button', { name: 'Against last year', exact: true }).click()
    await choose(page, 'Comparison', 'Value')
    const format = editor(page).getByRole('combobox', { name: 'Number format' })
    await format.fill(',.0f')
    await page.keyboard.press('Enter')
    await editor(page).getByRole('button', { name: 'Save' }).click()
    await columns(page).getByRole('button', { name: 'Remove Share' }).click()
    await expect(columns(page)).toHaveText(['Against last year', 'Three years'])
    await expect(page.getByText('Your chart is not up to date')).toBeHidden()
    for (const [category, values] of months)
      await expect(cells(page, category).nth(1)).toHaveText(Math.round(last(values, 12)).toLocaleString('en-US'))
    await expect(picture(page).getByRole('columnheader')).toHaveText(['Category', 'Against last year', 'Three years'])
  })
  await expectAccessible(page)
})

test('Edits, moves and adds a time-series column by keyboard alone; Escape discards', async ({ page, facet }) => {
  await newChart(page, facet, 'pizza', 'time_table')
  await addButton(page, 'Revenue').first().click()
  await addButton(page, 'Orders').first().click()
  const last = columns(page).getByRole('button', { name: 'Last', exact: true })
  await last.focus()
  await page.keyboard.press('Enter')
  const label = editor(page).getByRole('textbox', { name: 'Label' })
  await label.fill('Latest')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()
  await expect(last).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(columns(page)).toHaveText(['Trend', 'Last'])
  await expect(last).toBeFocused()

  await test.step('E-CONTROLS-09: adds a column by keyboard', async () => {
    const adding = control(page, 'column_collection').getByRole('button', { name: 'Add a column' })
    await adding.focus()
    await page.keyboard.press('Enter')
    await label.focus()
    await page.keyboard.type('Mean')
    await editor(page).getByRole('combobox', { name: /^Type/ }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Period')
    await page.keyboard.press('Enter')
    await editor(page).getByRole('textbox', { name: 'Time lag' }).focus()
    await page.keyboard.type('7')
    await editor(page).getByRole('textbox', { name: 'Color bounds: Min' }).focus()
    await page.keyboard.type('many')
    await expect(editor(page).getByText('is expected to be a number')).toBeVisible()
    await expect(editor(page).getByRole('button', { name: 'Save' })).toBeDisabled()
    await expectAccessible(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await editor(page).getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await expect(adding).toBeFocused()
    await expect(columns(page)).toHaveText(['Trend', 'Last', 'Mean'])
  })
  await page.keyboard.press('Control+Enter')
  await waitUntilDrawn(page)
  const heads = picture(page).getByRole('columnheader')
  await expect(heads).toHaveText(['Metric', 'Trend', 'Last', 'Mean'])
  await expect(picture(page).locator('[role=gridcell][aria-colindex="1"]')).toHaveText(['Revenue', 'Orders'])

  await picture(page).getByRole('grid').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(heads.last()).toHaveAttribute('aria-sort', 'descending')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
})

test('A time-series table scrolls on a phone, links its rows and has an empty state', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'pizza')
  const params = {
    viz_type: 'time_table',
    granularity_sqla: 'order_date',
    time_grain_sqla: 'P1M',
    metrics: ['revenue'],
    groupby: 'category',
    url: 'https://example.org/{{metric}}?a=1',
    column_collection: [
      { key: 'a', label: 'Too far', colType: 'time', timeLag: 99 },
      { key: 'b', label: 'Mean', colType: 'avg', bounds: [0, 1] },
      { key: 'c', label: 'Trend', colType: 'spark', showYAxis: true },
    ],
  }
  const make = (name: string, more: object) => saveChart(calls, dataset, name, { ...params, ...more })
  const { id } = await make('Small time table', {})
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  const link = picture(page).getByRole('link', { name: /^Classic/ })
  await expect(link).toHaveAttribute('href', 'https://example.org/Classic?a=1')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(picture(page).getByTitle('A time lag of 99 reaches beyond the 36 periods there are').first()).toHaveText(
    '–',
  )
  await picture(page).getByRole('grid').focus()
  await page.keyboard.press('End')
  const line = picture(page)
    .getByRole('img', { name: /^36 values/ })
    .first()
  await expect(line).toBeInViewport()
  await expect(link).toBeInViewport()
  const box = await line.boundingBox()
  if (!box) throw new Error('no line')
  const touch = { pointerType: 'touch', bubbles: true, clientX: box.x + 4, clientY: box.y + 20 }
  await line.dispatchEvent('pointerdown', touch)
  await line.dispatchEvent('pointerout', touch)
  await expect(page.getByRole('tooltip')).toHaveText(/ Jan 2020$/)
  await page.locator('body').dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
  await expect(page.getByRole('tooltip')).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)

  const empty = await make('Empty time table', { time_range: '1990-01-01 : 1991-01-01' })
  await page.goto(`${facet.url}/explore?slice_id=${empty.id}`)
  await waitUntilDrawn(page)
  await expect(picture(page)).toContainText('No rows match')
})
