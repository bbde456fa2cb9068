import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Facet, test } from './facet.ts'

const source = (page: Page) => page.getByRole('complementary', { name: 'Chart source' })
const changeDialog = (page: Page) => page.getByRole('dialog', { name: 'Change dataset' })

async function fromMenu(page: Page, item: string): Promise<void> {
  await source(page).getByRole('button', { name: 'More for the dataset' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function choose(page: Page, name: string): Promise<void> {
  await changeDialog(page).getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(changeDialog(page).locator('[aria-busy=true]')).toHaveCount(0)
  await changeDialog(page).getByRole('button', { name, exact: true }).click()
}

async function explore(page: Page, facet: Facet, name: string): Promise<void> {
  await page.goto(`${facet.url}/dataset/list?search=${name}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(source(page)).toContainText(name)
}

test('E-STATE-04, E-STATE-06, E-DATASET-02 to E-DATASET-08: without parameters a dataset is chosen, thought over and taken', async ({
  page,
  facet,
}) => {
  await page.goto(`${facet.url}/explore`)
  await expect(page.getByText('Missing URL parameters')).toBeVisible()
  await expect(page.getByText('The URL is missing the dataset_id or slice_id parameters.')).toBeVisible()
  await page.getByRole('button', { name: 'Change dataset' }).click()
  const dialog = changeDialog(page)
  await expect(dialog).toContainText(
    'Warning! Changing the dataset may break the chart if the metadata does not exist.',
  )
  await expect(dialog.getByRole('row')).not.toHaveCount(1)
  await expectAccessible(page)
  await choose(page, 'weather')
  await expect(dialog.getByRole('button', { name: 'Proceed' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('searchbox')).toBeVisible()
  await choose(page, 'weather')
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByText('Successfully changed dataset!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(source(page)).toContainText('weather')
})

test.describe('a dataset that is gone', () => {
  test.use({ allowErrors: /404/ })
  test('E-STATE-05, E-STATE-06: is said, with the way to another', async ({ page, facet }) => {
    await page.goto(`${facet.url}/explore?dataset_id=999999`)
    await expect(page.getByText('Missing dataset')).toBeVisible()
    await expect(page.getByText('The dataset linked to this chart may have been deleted.')).toBeVisible()
    await page.getByRole('button', { name: 'Change dataset' }).click()
    await choose(page, 'co2')
    await changeDialog(page).getByRole('button', { name: 'Proceed' }).click()
    await expect(source(page)).toContainText('co2')
  })
})

test.describe('another dataset for a chart', () => {
  test.use({ allowErrors: /500/ })
  test('E-DATASET-09, E-TIME-01: a failure is told; then it is taken, undone, taken again, and there after a reload', async ({
    page,
    facet,
  }) => {
    await explore(page, facet, 'flights')
    await page.route('**/datasource/get/**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"The lock is held"}' }),
    )
    await fromMenu(page, 'Change dataset')
    await choose(page, 'weather')
    await changeDialog(page).getByRole('button', { name: 'Proceed' }).click()
    await expect(page.getByText('The lock is held')).toBeVisible()
    await page.unroute('**/datasource/get/**')
    await changeDialog(page).getByRole('button', { name: 'Proceed' }).click()
    await expect(page.getByText('Successfully changed dataset!')).toBeVisible()
    await expect(source(page)).toContainText('weather')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(source(page)).toContainText('flights')
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(source(page)).toContainText('weather')
    await page.reload()
    await expect(source(page)).toContainText('weather')
  })
})

test('E-DATASET-01, C-SQL-02: SQL and rows of a dataset are shown, here and by the SQL page', async ({
  page,
  facet,
}) => {
  await explore(page, facet, 'weather')
  await fromMenu(page, 'Query preview')
  const preview = page.getByRole('dialog', { name: 'Query preview' })
  await expect(preview.getByRole('textbox', { name: 'SQL' })).toHaveValue(/SELECT/)
  await expect(preview.getByText('2012-01-01 00:00:00').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const opened = page.waitForEvent('popup')
  await fromMenu(page, 'View in SQL Lab')
  const sqlPage = await opened
  await expect(sqlPage.getByRole('heading', { level: 1 })).toContainText('SQL on')
  await expect(sqlPage.getByRole('cell').first()).toBeVisible()
  await sqlPage.close()
})

test('E-DATASET-01: the dataset is saved as another, and the chart goes on with it', async ({ page, facet }) => {
  await explore(page, facet, 'co2')
  await fromMenu(page, 'Save as dataset')
  const name = `A copy of the carbon dioxide ${test.info().workerIndex}-${test.info().retry}`
  const dialog = page.getByRole('dialog', { name: 'Save as dataset' })
  await dialog.getByRole('textbox', { name: 'Dataset name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The dataset has been saved')).toBeVisible()
  await source(page).getByText(name).hover()
  await expect(page.getByRole('tooltip', { name })).toBeVisible()
})

test.describe('the editor of a dataset', () => {
  test.use({ allowErrors: /500/ })
  test('E-DATASET-13 to E-DATASET-22: keeps what is changed, asks, tells a failure, saves', async ({ page, facet }) => {
    await explore(page, facet, 'gapminder')
    await fromMenu(page, 'Edit dataset')
    const editor = page.getByRole('dialog', { name: /^Edit dataset/ })
    await editor.getByRole('tab', { name: /^Calculated columns/ }).click()
    await editor.getByRole('button', { name: 'Add item' }).click()
    await editor.getByRole('button', { name: 'Edit new column' }).click()
    await expect(editor.getByText('An SQL expression is missing: new column')).toBeVisible()
    await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await editor.getByRole('textbox', { name: /^SQL expression/ }).fill('1 + 1')
    await editor.getByRole('textbox', { name: /^Column name/ }).fill('two')
    await expectAccessible(page)
    await expect(editor.getByRole('link', { name: /legacy/ })).toHaveCount(0)

    await page.mouse.click(4, 4)
    await expect(editor).toBeVisible()
    await editor.getByRole('textbox', { name: /^Column name/ }).press('Escape')
    await expect(editor).toBeHidden()
    await fromMenu(page, 'Edit dataset')
    await expect(editor.getByText('What you changed before and did not save is here again.')).toBeVisible()

    await page.route('**/datasource/save/', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"The disk is full"}' }),
    )
    const save = async () => {
      await editor.getByRole('button', { name: 'Save', exact: true }).click()
      const confirm = page.getByRole('alertdialog', { name: 'Confirm save' })
      await expect(confirm).toContainText('Are you sure you want to save and apply changes?')
      await confirm.getByRole('button', { name: 'OK' }).click()
    }
    await save()
    const problem = page.getByRole('alertdialog', { name: 'Error' })
    await expect(problem).toContainText('The disk is full')
    await problem.getByRole('button', { name: 'OK' }).click()
    await expect(editor).toBeVisible()
    await page.unroute('**/datasource/save/')
    await save()
    await expect(page.getByText('The dataset has been saved')).toBeVisible()
    await expect(editor).toBeHidden()
    await expect(source(page).getByRole('button', { name: 'Add two to the chart' })).toBeVisible()

    await fromMenu(page, 'Edit dataset')
    await editor.getByRole('tab', { name: /^Columns/ }).click()
    await editor.getByRole('button', { name: 'Sync columns from source' }).click()
    await expect(page.getByText('Columns are as the source has them')).toBeVisible()
    // What was said of a button that was busy goes by itself.
    await expect(page.locator('[data-live-announcer] [role=img]')).toHaveCount(0)
    for (const tab of ['Metrics', 'Columns', 'Settings', 'Source']) {
      await editor.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      await expectAccessible(page)
    }
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await expect(editor).toBeHidden()
  })
})

test.describe('the SQL of a chart', () => {
  test.use({ allowErrors: /500/ })
  test('C-SQL-01, C-SQL-02, C-SQL-03: is opened by the SQL page; when it cannot be had, that is said', async ({
    page,
    facet,
  }) => {
    await page.goto(`${facet.url}/chart/list?search=Busiest+origins`)
    await page.getByRole('link', { name: 'Busiest origins', exact: true }).click()
    await expect(page.locator('[data-status=rendered]').first()).toBeVisible()
    const open = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Run in SQL Lab' }).click()
    }
    await page.route('**/api/v1/chart/data**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await open()
    await expect(page.getByText('An error occurred while loading the SQL')).toBeVisible()
    await page.unroute('**/api/v1/chart/data**')
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && (request.postData() ?? '').includes('"result_type":"query"'),
    )
    const opened = page.waitForEvent('popup')
    await open()
    await asked
    const sqlPage = await opened
    await expect(sqlPage.getByRole('columnheader', { name: 'origin' })).toBeVisible()
    await expectAccessible(sqlPage)
  })
})
