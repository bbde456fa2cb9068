import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { saveBoard } from './dashboards.ts'
import { type Calls, callsOf, datasetNamed, saveChart } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { chooseType, control, drag, waitUntilDrawn, newChart, panel, addButton, picture, runQuery } from './panel.ts'

const grid = (page: Page): Locator => picture(page).getByRole('grid')
const head = (page: Page, name: string): Locator => grid(page).getByRole('columnheader', { name, exact: true })
/** Returns the cells of the row with this label. */
const cells = (page: Page, label: string): Locator =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
    .getByRole('gridcell')

/** Returns the average ticket for each value of a column, or of all rows, queried without the chart type. */
async function tickets(calls: Calls, column?: string): Promise<Record<string, string>> {
  const { result } = await calls.ask<{ result: { data: Record<string, string | number>[] }[] }>('/api/v1/chart/data', {
    datasource: { id: await datasetNamed(calls, 'pizza'), type: 'table' },
    result_format: 'json',
    result_type: 'full',
    queries: [{ columns: column ? [column] : [], metrics: ['ticket'], row_limit: 10_000 }],
  })
  return Object.fromEntries(
    (result[0]?.data ?? []).map((row) => [column ? row[column] : 'all', `$${Number(row['ticket']).toFixed(2)}`]),
  )
}

test('Creates and saves a pivot table by mouse; totals of an average are computed over all rows', async ({
  page,
  facet,
}) => {
  await newChart(page, facet, 'pizza', 'table')
  await chooseType(page, 'pivot table')
  await drag(page, addButton(page, 'Average ticket').first(), control(page, 'metrics'))
  await drag(page, addButton(page, 'Category'), control(page, 'groupbyRows'))
  await drag(page, addButton(page, 'Weekday'), control(page, 'groupbyColumns'))
  for (const name of ['rowTotals', 'colTotals']) await control(page, name).getByRole('checkbox').check()
  await runQuery(page)

  const calls = await callsOf(page, facet)
  const whole = await tickets(calls)
  const byCategory = Object.entries(await tickets(calls, 'category'))
  const byWeekday = await tickets(calls, 'day_of_week')
  expect(byCategory.length).toBeGreaterThan(2)
  for (const [category, ticket] of byCategory) await expect(cells(page, category).last()).toHaveText(ticket)
  const total = cells(page, 'Total (Sum)')
  await expect(total.last()).toHaveText(whole['all'] ?? '')
  const days = Object.keys(byWeekday).toSorted()
  await expect(total).toHaveText([...days.map((day) => byWeekday[day] ?? ''), whole['all'] ?? '', whole['all'] ?? ''])
  await expectAccessible(page)

  await panel(page).getByRole('radio', { name: 'Rows' }).click()
  await expect(head(page, 'Average ticket')).toBeHidden()
  await expect(grid(page).getByRole('rowheader', { name: 'Average ticket', exact: true })).toBeVisible()
  await expect(page.getByText('Your chart is not up to date')).toBeHidden()
  await control(page, 'transposePivot').getByRole('checkbox').check()
  await runQuery(page)
  await expect(cells(page, days[0] ?? '').last()).toHaveText(byWeekday[days[0] ?? ''] ?? '')
  await expect(cells(page, 'Total (Sum)').last()).toHaveText(whole['all'] ?? '')

  await page.getByRole('textbox', { name: 'Chart name' }).fill('Tickets by weekday')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Chart [Tickets by weekday] has been saved')).toBeVisible()
  await page.reload()
  await waitUntilDrawn(page)
  await expect(cells(page, days[0] ?? '').last()).toHaveText(byWeekday[days[0] ?? ''] ?? '')
  await expect(control(page, 'transposePivot').getByRole('checkbox')).toBeChecked()
})

test('A large pivot table is read by keyboard, scrolls on a phone and has an empty state', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'pizza')
  const make = (name: string, more: object) =>
    saveChart(calls, dataset, name, {
      viz_type: 'pivot_table_v2',
      granularity_sqla: 'order_date',
      time_grain_sqla: 'P1D',
      metrics: ['revenue', 'orders'],
      groupbyRows: ['category', 'order_date'],
      groupbyColumns: ['day_of_week'],
      row_limit: 50_000,
      colTotals: true,
      rowTotals: true,
      ...more,
    })
  const { id } = await make('Revenue by day', {})
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  const rows = Number(await grid(page).getAttribute('aria-rowcount'))
  expect(rows).toBeGreaterThan(3000)
  await expect.poll(() => grid(page).getByRole('row').count()).toBeLessThan(100)
  await grid(page).focus()
  await page.keyboard.press('Control+ArrowDown')
  const active = grid(page).locator(`[id="${await grid(page).getAttribute('aria-activedescendant')}"]`)
  await expect(active).toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const vegetarian = grid(page).getByRole('rowheader', { name: 'Vegetarian' })
  await expect(vegetarian).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Space')
  await expect(vegetarian).toHaveAttribute('aria-expanded', 'false')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(rows - 1096))
  const group = await vegetarian.getAttribute('id')
  await expect(grid(page)).toHaveAttribute('aria-activedescendant', group ?? '')
  await vegetarian.getByRole('button', { name: 'Expand Vegetarian' }).click()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(rows))
  await expectAccessible(page)

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  await grid(page).focus()
  await page.keyboard.press('End')
  await expect(grid(page).getByRole('rowheader').first()).toBeInViewport()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)

  const empty = await make('Nothing to pivot', { time_range: '1990-01-01 : 1991-01-01' })
  await page.goto(`${facet.url}/explore?slice_id=${empty.id}`)
  await waitUntilDrawn(page)
  await expect(picture(page)).toContainText('No rows match')
})

test('A header and a cell of a pivot table filter the other charts, and the export matches the view', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const datasource_id = await datasetNamed(calls, 'pizza')
  const make = (name: string, params: Record<string, unknown>) =>
    saveChart(calls, datasource_id, name, { metrics: ['ticket'], ...params })
  const charts = [
    await make('Pivot of the walk', {
      viz_type: 'pivot_table_v2',
      groupbyRows: ['category'],
      groupbyColumns: ['day_of_week'],
      colTotals: true,
    }),
    await make('Days of the walk', { viz_type: 'table', groupby: ['day_of_week', 'category'] }),
  ]
  // High enough for all rows: a table renders only visible ones.
  const boxes = charts.map(({ id }) => ({ id, width: 6, height: 80 }))
  const dashboard = await saveBoard(calls, 'Dashboard of the pivot', boxes)
  await page.goto(`${facet.url}/dashboard/${dashboard}`)
  await expectDrawn(page, 2)
  const pivot = chart(page, 'Pivot of the walk')
  const days = chart(page, 'Days of the walk').locator('[role=gridcell][aria-colindex="1"]')
  await expect(days).toHaveCount(21)
  const friday = pivot.getByRole('columnheader', { name: 'Friday', exact: true })
  await friday.click()
  await expect(days).toHaveText(['Friday', 'Friday', 'Friday'])
  await expect(friday).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await friday.click()
  await expect(days).toHaveCount(21)
  await pivot.getByRole('columnheader', { name: 'Average ticket', exact: true }).click()
  await pivot.getByRole('rowheader', { name: 'Total (Sum)', exact: true }).click()
  await expect(days).toHaveCount(21)
  await pivot.getByRole('grid').focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Enter')
  await expect(days).toHaveText(['Friday'])
  await page.keyboard.press('Enter')
  await expect(days).toHaveCount(21)

  await page.goto(`${facet.url}/explore?slice_id=${charts[0]?.id}`)
  await waitUntilDrawn(page)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export to pivoted .CSV' }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  const lines = text.trim().split('\n')
  expect(lines[0]).toMatch(/^,Average ticket Friday,Average ticket Monday,.*,Average ticket Wednesday$/)
  expect(lines.map((each) => each.split(',')[0])).toEqual(['', 'Classic', 'Specialty', 'Vegetarian', 'Total (Sum)'])
  const said = await tickets(calls, 'day_of_week')
  expect(`$${Number(lines.at(-1)?.split(',')[1]).toFixed(2)}`).toBe(said['Friday'])
  await calls.remove(`/api/v1/dashboard/${dashboard}`)
  for (const { id } of charts) await calls.remove(`/api/v1/chart/${id}`)
})
