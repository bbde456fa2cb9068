import type { Locator, Page } from '@playwright/test'
import { openFlightsDashboard } from './dashboards.ts'
import { expectDrawn, figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { userPage } from './users.ts'

const ALL = 3_000_000

/** Types a value into a filter and selects it. */
async function choose(container: Locator, value = 'ORD'): Promise<void> {
  await container.getByRole('searchbox', { name: /^Search (Origin|From)/ }).fill(value)
  await container.getByRole('option', { name: new RegExp(`^${value}`) }).click()
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add and edit filters' })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply filters' }).click()

test('Creates a filter from a column in two clicks, edits it in the dialog, and shows it to the next viewer', async ({
  page,
  facet,
}) => {
  const expected = await queryFlights('count(*)', "origin = 'ORD'")
  await openFlightsDashboard(page, facet)
  await expect(figure(page, 'All flights', ALL)).toBeVisible()
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page
    .getByRole('listbox', { name: 'Columns' })
    .getByRole('option', { name: /^Origin/i })
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

/** One setting, the user's action, and what the SQL of the chart or of the options must or must not contain. */
interface Case {
  readonly name: string
  readonly set: (form: Locator, page: Page) => Promise<void>
  readonly use?: (bar: Locator, page: Page) => Promise<void>
  readonly says: RegExp
}

const tick = (name: string) => (form: Locator) => form.getByRole('checkbox', { name }).click()
const takeOrd = (bar: Locator) => choose(bar)

const cases: readonly Case[] = [
  { name: 'inverse', set: tick('Inverse selection'), use: takeOrd, says: /origin\W+NOT IN|NOT\W+origin/i },
  { name: 'required', set: tick('Filter value is required'), says: /1 = 0/ },
  { name: 'first value', set: tick('Select first filter value by default'), says: /'ABE'/ },
  {
    name: 'one value',
    set: tick('Can select multiple values'),
    use: async (bar) => {
      await choose(bar, 'ATL')
      await choose(bar, 'ORD')
    },
    says: /origin\W+(IN \('ORD'\)|= 'ORD')/i,
  },
]

test('Sets each setting of a filter, and the query of another viewer has it', async ({ page, browser, facet }) => {
  const rights = { more: [['all_datasource_access', 'all_datasource_access']] as const }
  const reader = await userPage(browser, facet, 'Gamma', rights)
  for (const { name, set, use, says } of cases)
    await test.step(name, async () => {
      const id = await openFlightsDashboard(page, facet)
      await page.getByRole('button', { name: 'Add a filter' }).click()
      await page
        .getByRole('listbox', { name: 'Columns' })
        .getByRole('option', { name: /^Origin/i })
        .first()
        .click()
      await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
      await page.getByRole('button', { name: 'Add and edit filters' }).first().click()
      await set(dialog(page), page)
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expect(dialog(page)).toBeHidden()
      await reader.goto(`/dashboard/${id}`)
      await expectDrawn(reader, 1)
      if (use) {
        await use(reader.getByRole('complementary', { name: 'Filters' }), reader)
        await apply(reader)
      }
      await expectDrawn(reader, 1)
      await reader.getByRole('button', { name: 'Options for All flights' }).click()
      await reader.getByRole('menuitem', { name: 'View query' }).click()
      await expect(reader.getByRole('dialog')).toContainText(says)
    })
  await reader.context().close()
})
