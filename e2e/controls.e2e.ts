import { expectDrawn } from './charts.ts'
import { expect, test } from './facet.ts'

test('Editors of the control panel open, apply changes and close on Escape', async ({ page, facet }) => {
  await page.goto(`${facet.url}/dashboard/flights`)
  await expectDrawn(page, 9)
  await page.getByRole('button', { name: 'Options for Busiest origins' }).click()
  await page.getByRole('menuitem', { name: 'Edit chart', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Controls' })
  const results = page.getByRole('region', { name: 'Chart', exact: true })
  await expect(results.locator('[data-status=rendered]')).toBeVisible()

  const range = panel.getByRole('button', { name: /^Time range: / })
  const before = await range.textContent()
  await range.click()
  const dialog = page.getByRole('dialog', { name: 'Edit time range' })
  await test.step('T-POP-01: the popover has its title', () =>
    expect(dialog.getByRole('heading', { name: 'Edit time range' })).toBeVisible())
  await expect(dialog.getByText('Actual time range')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'RANGE TYPE' }).click()
  await page.getByRole('option', { name: 'Advanced' }).click()
  await dialog.getByRole('textbox', { name: 'START (INCLUSIVE)' }).fill('foo')
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

  await panel.getByRole('button', { name: 'Add a filter' }).click()
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

  await panel.getByRole('tab', { name: 'Customize' }).click()
  await panel.getByRole('button', { name: 'Add new color formatter' }).click()
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
