import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './facet.ts'
import { control, drag, waitUntilDrawn, newChart, addButton, picture, pills, runQuery, source } from './panel.ts'

test('Creates a chart by mouse, dragging columns and metrics into and within the panel', async ({ page, facet }) => {
  await newChart(page, facet, 'flights', 'table')
  await drag(page, addButton(page, 'Flights'), control(page, 'metrics'))
  await expect(pills(page, 'metrics')).toHaveText(['Flights'])
  await drag(page, addButton(page, 'Delay'), control(page, 'metrics'))
  await expect(pills(page, 'metrics')).toHaveText(['Flights', 'SUM(delay)'])
  await test.step('E-CONTROLS-03: inserts columns where they are dropped', async () => {
    await drag(page, addButton(page, 'Origin'), control(page, 'groupby'))
    await drag(page, addButton(page, 'Time of day'), pills(page, 'groupby').first(), { edge: true })
    await expect(pills(page, 'groupby')).toHaveText(['Time of day', /Origin$/])
  })
  await drag(page, pills(page, 'groupby').last(), pills(page, 'groupby').first(), { edge: true })
  await expect(pills(page, 'groupby')).toHaveText([/Origin$/, 'Time of day'])

  await drag(page, addButton(page, 'Flights'), control(page, 'groupby'), { hold: true })
  await expect(control(page, 'groupby').locator('[data-drop=refused]')).toBeVisible()
  await expect(control(page, 'timeseries_limit_metric').locator('[data-drop=open]')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText('Flights is a metric; columns go here')).toBeVisible()
  await expect(pills(page, 'groupby')).toHaveCount(2)

  await drag(page, addButton(page, 'Origin'), control(page, 'adhoc_filters'))
  const filter = page.getByRole('dialog', { name: 'Edit filter' })
  await filter.getByRole('combobox', { name: 'Values' }).fill('ORD')
  await filter
    .getByRole('option', { name: 'ORD' })
    .or(page.getByRole('option', { name: /^ORD/ }))
    .first()
    .click()
  await page.keyboard.press('Escape')
  await test.step('E-FILTER-01: adds the filter to the panel', async () => {
    await filter.getByRole('button', { name: 'Save' }).click()
    await expect(pills(page, 'adhoc_filters')).toHaveText([/origin/i])
  })
  await runQuery(page)
  await expect(page.getByRole('grid').getByText('ORD').first()).toBeVisible()
  await expect(page.getByRole('grid').getByText('ATL')).toHaveCount(0)
})

/** Adds a part of the dataset to a control by its menu, with the keyboard only. */
async function addByKeys(page: Page, name: string, slot: string): Promise<void> {
  await source(page)
    .getByRole('button', { name: `Select where to add ${name}`, exact: true })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(`Add to ${slot}`)
  await expect(page.getByRole('menuitem', { name: `Add to ${slot}`, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
}

test('Creates a table by keyboard alone and reorders its columns', { tag: '@extended' }, async ({ page, facet }) => {
  await newChart(page, facet, 'pizza', 'table')
  await addByKeys(page, 'Category', 'Dimensions')
  await addByKeys(page, 'Weekday', 'Dimensions')
  await addByKeys(page, 'Average ticket', 'Metrics')
  await expect(pills(page, 'groupby')).toHaveText([/Category$/, /Weekday$/])
  await pills(page, 'groupby').last().getByRole('button', { name: 'Weekday', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(pills(page, 'groupby')).toHaveText([/Weekday$/, /Category$/])
  await expect(pills(page, 'groupby').first().getByRole('button', { name: 'Weekday', exact: true })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await waitUntilDrawn(page)
  await expect(picture(page).getByRole('columnheader')).toHaveText([/Weekday/, /Category/, /Average ticket/])
})

test('Creates a pie chart by keyboard alone', { tag: '@extended' }, async ({ page, facet }) => {
  await newChart(page, facet, 'pizza', 'pie')
  await control(page, 'groupby').getByRole('button', { name: 'Add columns' }).focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Edit columns' })
  await editor.getByRole('combobox', { name: 'Column' }).focus()
  await page.keyboard.type('Category')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await editor.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(pills(page, 'groupby')).toHaveText([/Category$/])
  await addByKeys(page, 'Orders', 'Metric')
  await page.keyboard.press('Control+Enter')
  await waitUntilDrawn(page)
  await expect(picture(page).getByText('3 rows')).toBeVisible()
})

test('A disabled menu item is reachable by keyboard, shows the reason, and does nothing', { tag: '@extended' }, async ({
  page,
  facet,
}) => {
  await newChart(page, facet, 'flights', 'table')
  await source(page).getByRole('button', { name: 'Select where to add Flights', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Add to Dimensions')
  const refused = page.getByRole('menuitem', { name: 'Add to Dimensions', exact: true })
  await expect(refused).toBeFocused()
  await expect(refused).toBeDisabled()
  await expect(refused).toHaveAccessibleDescription('Flights is a metric; columns go here')
  await expect(refused.getByText('Flights is a metric; columns go here')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await refused.click({ force: true })
  await expect(refused).toBeVisible()
  await expect(pills(page, 'groupby')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(refused).toBeHidden()
})

/** Scrolls the panel until half of an element is below its lower edge. */
const halve = (element: Locator): Promise<void> =>
  element.evaluate((node) => {
    let scroller = node.parentElement
    while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement
    const box = node.getBoundingClientRect()
    scroller?.scrollBy(0, box.top + box.height / 2 - scroller.getBoundingClientRect().bottom)
  })

/** Waits for this many frames: scroll events have been handled by then. */
const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (all) => {
    for (let frame = 0; frame < all; frame++) await new Promise(requestAnimationFrame)
  }, count)

test('Opens a partly hidden select at its position; one value has one clear button', {
  tag: '@extended',
}, async ({ page, facet }) => {
  await page.setViewportSize({ width: 1440, height: 620 })
  await newChart(page, facet, 'pizza', 'table')
  const limit = control(page, 'row_limit')
  const field = limit.getByRole('combobox')
  const list = page.getByRole('listbox', { name: /Row limit/ })
  await expect(limit.getByRole('button')).toHaveText([''])
  await expect(limit.getByRole('button', { name: 'Clear' })).toBeVisible()
  for (const element of [field, limit.locator('[title]').first()]) {
    await halve(element)
    await frames(page, 2)
    const box = await element.boundingBox()
    if (!box) throw new Error('the select is not there')
    await page.mouse.click(box.x + box.width / 2, box.y + 4)
    await expect(list).toBeVisible()
    await frames(page, 5)
    await expect(list).toBeVisible()
    await expect(field).toBeInViewport({ ratio: 0.95 })
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  }
  await field.click()
  await list.getByRole('option', { name: '500', exact: true }).click()
  await expect(limit.locator('[title]').filter({ hasText: '500' })).toBeVisible()
})
