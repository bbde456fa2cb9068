import type { Locator, Page } from '@playwright/test'
import { board } from './boards.ts'
import { figure, flightsSay } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'

const ALL = 3_000_000

/** Finds a value by what is typed, and takes it. */
async function choose(place: Locator, value = 'ORD'): Promise<void> {
  await place.getByRole('searchbox', { name: /^Search (Origin|From)/ }).fill(value)
  await place.getByRole('option', { name: new RegExp(`^${value}`) }).click()
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add and edit filters' })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply filters' }).click()

test('a filter is made of a column in two presses, changed in the dialog, and there for the next reader', async ({
  page,
  facet,
}) => {
  const expected = await flightsSay('count(*)', "origin = 'ORD'")
  await board(page, facet)
  await expect(figure(page, 'All flights', ALL)).toBeVisible()
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page
    .getByRole('list', { name: 'Columns' })
    .getByRole('button', { name: /^Origin/i })
    .first()
    .click()
  await choose(page.getByRole('complementary', { name: 'Filters' }))
  await apply(page)
  await expect(figure(page, 'All flights', expected)).toBeVisible()

  await page.getByRole('button', { name: 'Add and edit filters' }).first().click()
  await dialog(page).getByLabel('Filter name').fill('From')
  await dialog(page).getByLabel('Description').fill('  Where it took off ')
  await dialog(page).getByRole('checkbox', { name: 'Filter has default value' }).check()
  await choose(dialog(page))
  await expect(dialog(page).getByText(`of ${ALL.toLocaleString('en-US')} rows`)).toContainText(
    expected.toLocaleString('en-US'),
  )
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.goto(page.url().split('?')[0] ?? '')
  await expect(figure(page, 'All flights', expected)).toBeVisible()
  await expect(page.getByRole('group', { name: 'What narrows this page' })).toContainText('From')
})
