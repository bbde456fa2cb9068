import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test } from './facet.ts'
import { control, waitUntilDrawn, newChart, panel, addButton, picture, runQuery, source } from './panel.ts'

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('it is not there')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('A new chart starts with rows and suggestions, suits its data, and keeps its editors in view', async ({
  page,
  facet,
}) => {
  await page.setViewportSize({ width: 1440, height: 620 })
  const batchSizes: number[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/chart/data/batch')) return
    const { items } = request.postDataJSON() as { readonly items: readonly unknown[] }
    batchSizes.push(items.length)
  })
  await newChart(page, facet, 'pizza', 'table')
  const results = page.getByRole('region', { name: 'Results', exact: true })
  const offered = picture(page).getByRole('list', { name: 'Charts of your data' })
  await test.step('shows rows of the dataset and six suggested charts at once', async () => {
    await expect(results.getByRole('grid', { name: 'Rows of the samples' })).toBeVisible()
    await expect(offered.locator('[data-status=rendered]')).toHaveCount(6)
    await expect(offered.getByRole('button')).toHaveText([
      /^Rows over time/,
      /^Rows by Weekday/,
      /^Revenue/,
      /^Distribution of Price/,
      'Cells by Weekday and CategoryHeatmap',
      /^Share by Weekday/,
    ])
    // One request for all visible charts; the null shares of the columns are a request of one query.
    expect(batchSizes.filter((size) => size > 1)).toEqual([6])
    await expect(source(page).getByText('29,853 rows')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('types and expressions are aligned at their end', async () => {
    // The hidden description of each item repeats the text.
    const items = source(page).getByRole('button')
    const ends = ['SUM(orders)', 'TIMESTAMP'].map((text) => boxOf(items.getByText(text, { exact: true })))
    const [metric, column] = await Promise.all(ends)
    expect(metric?.right).toBeCloseTo(column?.right ?? 0, 0)
  })
  await test.step('a single value of a select has no chip background', async () => {
    const chosen = control(page, 'row_limit').getByText('1,000', { exact: true }).locator('..')
    await expect.poll(() => chosen.evaluate((chip) => getComputedStyle(chip).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  })
  await test.step('one click draws a suggestion, with the grain Month for three years', async () => {
    await picture(page)
      .getByRole('button', { name: /^Rows over time/ })
      .click()
    await waitUntilDrawn(page)
    await expect(control(page, 'time_grain_sqla').getByRole('combobox')).toContainText('Month')
    await expect(control(page, 'x_axis').getByRole('combobox')).toContainText('Order date (time column)')
    await expect(results.getByRole('gridcell', { name: 'Jan 2020', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
  })
  await test.step('adds the sum of a clicked number', async () => {
    await source(page).getByRole('button', { name: 'Add Price to the chart', exact: true }).click()
    await addButton(page, 'Product').click()
    await runQuery(page)
    await expect(picture(page).getByRole('columnheader', { name: 'SUM(price)' })).toBeVisible()
  })
  await test.step('the settings of a column are completely in view', async () => {
    await panel(page).getByRole('tab', { name: 'Customize' }).click()
    const pill = panel(page).getByRole('button', { name: 'Settings of SUM(price)' })
    await pill.click()
    const editor = await boxOf(page.getByRole('dialog', { name: 'Settings of SUM(price)' }))
    expect(editor.width).toBe(380)
    expect(editor.x).toBeGreaterThanOrEqual((await boxOf(pill)).right)
    expect(editor.bottom).toBeLessThanOrEqual(620)
    expect((await boxOf(page.getByRole('button', { name: 'Save', exact: true }).last())).bottom).toBeLessThan(620)
    await page.keyboard.press('Escape')
  })
})
