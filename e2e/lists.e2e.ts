import type { Page } from '@playwright/test'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessibleInBoth, test } from './facet.ts'

test.use({ allowErrors: /status of 500/ })

const names = (page: Page) => page.getByRole('row').getByRole('link', { name: /^Row / })

test('Lists are searched, sorted and paged by 25; rows are deleted singly and in bulk, with undo', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const tag = `Row ${test.info().workerIndex}`
  for (let index = 10; index < 40; index++) {
    const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['flights'] }
    await saveChart(calls, dataset, `${tag} ${index}`, form)
  }
  await page.goto(`${facet.url}/chart/list`)
  await page.getByRole('searchbox').fill(tag)
  await test.step('R-GENERIC-10: a page has 25 rows', async () => {
    await expect(page.getByText('1 – 25 of 30')).toBeVisible()
    await expect(names(page)).toHaveCount(25)
    await expect(names(page).first()).toHaveText(`${tag} 39`)
  })
  const head = page.getByRole('columnheader', { name: 'Name' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', /ascending|descending/)
  if ((await head.getAttribute('aria-sort')) === 'descending') await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(names(page).first()).toHaveText(`${tag} 10`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('26 – 30 of 30')).toBeVisible()
  await expect(names(page)).toHaveText([35, 36, 37, 38, 39].map((index) => `${tag} ${index}`))
  await page.reload()
  await expect(page.getByText('26 – 30 of 30')).toBeVisible()

  await page.getByRole('button', { name: `Delete ${tag} 39`, exact: true }).click()
  await test.step('R-DELETE-03: names the deleted row', () =>
    expect(page.getByText(`Deleted: ${tag} 39`)).toBeVisible())
  await expect(names(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(names(page)).toHaveCount(5)

  await test.step('R-DELETE-04: names a row that could not be deleted, and keeps it', async () => {
    await page.route('**/api/v1/chart/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 500, json: { message: 'The disk is full' } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: `Delete ${tag} 38`, exact: true }).click()
    await expect(page.getByText(`There was an issue deleting: ${tag} 38`)).toBeVisible()
    await expect(names(page)).toHaveCount(5)
    await page.unroute('**/api/v1/chart/*')
  })

  await page.getByRole('radio', { name: 'Cards' }).check({ force: true })
  await expect(page.getByRole('list', { name: 'Charts' }).getByRole('link', { name: `${tag} 38` })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('radio', { name: 'List' }).check({ force: true })
  await page.getByRole('button', { name: 'Bulk select' }).click()
  for (const index of [35, 36, 37])
    await page
      .getByRole('row', { name: new RegExp(`${tag} ${index}`) })
      .getByRole('checkbox')
      .check({ force: true })
  await expect(page.getByRole('main').getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('26 – 27 of 27')).toBeVisible()
  await expect(names(page)).toHaveText([`${tag} 38`, `${tag} 39`])

  const word = `word of ${tag}`
  await page
    .getByRole('row', { name: `${tag} 38` })
    .getByRole('checkbox')
    .check({ force: true })
  await page.getByRole('button', { name: 'Tags', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tags of 1 item' })
  await dialog.getByRole('combobox', { name: 'Tags' }).focus()
  await page.keyboard.type(word)
  await expect(page.getByRole('option', { name: word })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: `Remove ${word}` })).toBeVisible()
  await expectAccessibleInBoth(page, { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toBeHidden()
  await page
    .getByRole('group', { name: `Tags of ${tag} 38` })
    .getByRole('button', { name: word })
    .press('Enter')
  await expect(names(page)).toHaveText([`${tag} 38`])
  await page.reload()
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  const found = new URL(page.url()).searchParams.get('tag')
  await page.goto(`${facet.url}/superset/all_entities/?id=${found}`)
  await expect(page.getByRole('table', { name: 'Charts' }).getByRole('link', { name: `${tag} 38` })).toBeVisible()
  await expectAccessibleInBoth(page)
})

test('A search in progress does not return a user who has opened a row', async ({ page, facet }) => {
  await page.goto(`${facet.url}/dataset/list?search=weath`)
  const link = page.getByRole('link', { name: 'weather', exact: true })
  await expect(link).toBeVisible()
  await page.route('**/api/v1/explore/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.getByRole('searchbox').first().fill('weather')
  // Focus stays in the field, as when a row is opened by its shortcut.
  await link.evaluate((element: HTMLElement) => element.click())
  await expect(page.getByRole('complementary', { name: 'Chart source' })).toContainText('weather')
  expect(new URL(page.url()).pathname).toBe('/explore')
})

test('CSS templates and their dialog are legible in both color schemes', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const template = { template_name: 'Large heads', css: '.header { font-size: 32px } body { position: fixed }' }
  const { id } = await calls.post('/api/v1/css_template/', template)
  await page.goto(`${facet.url}/css_template/list`)
  await page.getByRole('cell', { name: 'Large heads', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('position:fixed')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectAccessibleInBoth(page)
  await calls.remove(`/api/v1/css_template/${id}`)
})
