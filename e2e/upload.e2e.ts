import type { Page } from '@playwright/test'
import { workbook } from '#testing/upload-files.ts'
import { callsOf } from './calls.ts'
import { expect, expectAccessibleInBoth, type Facet, test } from './facet.ts'

test.use({ allowErrors: /status of 422/ })

test('A file with ambiguous dates is previewed and loaded as chosen; Enter loads an unambiguous one', async ({
  page,
  facet,
}) => {
  const own = `${test.info().workerIndex}_${test.info().retry}`
  const give = (name: string, text: string, encoding: BufferEncoding) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, encoding) })
  await page.goto(facet.url)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  await give(`either_${own}.csv`, 'n;paid;town\n1;01.02.2024;Köln\n2;03.04.2024;Århus\n', 'latin1')
  const dialog = page.getByRole('dialog', { name: `Upload "either_${own}.csv"` })
  await expect(dialog.getByRole('columnheader')).toHaveText(['n · whole number', 'paid · date', 'town · text'])
  await expect(dialog.getByRole('row', { name: '1 2024-02-01 Köln' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await dialog.getByRole('radio', { name: 'Month first' }).check({ force: true })
  await expect(dialog.getByRole('row', { name: '1 2024-01-02 Köln' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Load' }).click()
  await expect(page).toHaveURL(/explore\/?\?.*dataset_id=\d+/)
  const calls = await callsOf(page, facet)
  const id = Number(new URL(page.url()).searchParams.get('dataset_id'))
  type Answer = { readonly result: readonly [{ readonly data: readonly object[] }] }
  const context = { datasource: { id, type: 'table' }, queries: [{ columns: ['n', 'paid', 'town'], metrics: [] }] }
  const { result } = await calls.ask<Answer>('/api/v1/chart/data', context)
  expect(result[0].data).toEqual([
    { n: 1, paid: Date.UTC(2024, 0, 2), town: 'Köln' },
    { n: 2, paid: Date.UTC(2024, 2, 4), town: 'Århus' },
  ])

  await page.goto(facet.url)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  await give(`plain_${own}.csv`, 'n,paid\n1,2024-02-01\n', 'utf8')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Load' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/explore\/?\?.*dataset_id=\d+/)
})

test('Ambiguous dates beyond the sample of a large file are clarified before it is loaded', async ({ page, facet }) => {
  const name = `late_${test.info().workerIndex}_${test.info().retry}.csv`
  const plain = Array.from({ length: 40_000 }, (_, at) => `${at},2024-01-02,`).join('\n')
  const buffer = Buffer.from(`n,on,paid\n${plain}\n40000,2024-01-02,05/06/2024\n`)
  await page.goto(facet.url)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'text/csv', buffer })
  const dialog = page.getByRole('dialog', { name: `Upload "${name}"` })
  const load = dialog.getByRole('button', { name: 'Load' })
  await load.click()
  await expect(dialog.getByText(/^Dates of the column "paid" .* line 40002$/)).toBeVisible()
  await expect(load).toBeDisabled()
  await expectAccessibleInBoth(page)
  await dialog.getByRole('radio', { name: 'Month first' }).check({ force: true })
  await load.click()
  await expect(page).toHaveURL(/explore\/?\?.*dataset_id=\d+/)
  const id = Number(new URL(page.url()).searchParams.get('dataset_id'))
  type Answer = { readonly result: readonly [{ readonly data: readonly object[] }] }
  const filters = [{ col: 'n', op: '==', val: 40_000 }]
  const queries = [{ columns: ['paid'], metrics: [], filters }]
  const calls = await callsOf(page, facet)
  const { result } = await calls.ask<Answer>('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
  expect(result[0].data).toEqual([{ paid: Date.UTC(2024, 4, 6) }])
})

/** Chooses a file on the home page. Returns its dialog. */
async function chooseFile(page: Page, facet: Facet, name: string, bytes: string | Uint8Array) {
  await page.goto(facet.url)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  const mimeType = name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream'
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) })
  return page.getByRole('dialog', { name: `Upload "${name}"` })
}

test('The chosen sheet of a workbook of three is loaded', async ({ page, facet }) => {
  const name = `sheets_${test.info().workerIndex}_${test.info().retry}.xlsx`
  const dialog = await chooseFile(
    page,
    facet,
    name,
    workbook({
      Notes: [['note'], ['none']],
      Sales: [
        ['town', 'sold'],
        ['Oslo', 3],
      ],
      Costs: [
        ['town', 'cost'],
        ['Rome', 8],
      ],
    }),
  )
  await expect(dialog.getByRole('columnheader')).toHaveText(['note · text'])
  await dialog.getByRole('combobox', { name: /^Sheet/ }).click()
  await page.getByRole('option', { name: 'Costs', exact: true }).click()
  await expect(dialog.getByRole('columnheader')).toHaveText(['town · text', 'cost · whole number'])
  await dialog.getByRole('button', { name: 'Load' }).click()
  await expect(page).toHaveURL(/explore\/?\?.*dataset_id=\d+/)
  await expect(page.getByText('cost', { exact: true }).first()).toBeVisible()
})

test('A CSV file with a broken value is repaired before it is loaded, and charted', async ({ page, facet }) => {
  const name = `broken_${test.info().workerIndex}_${test.info().retry}.csv`
  const text = 'day,town,amount\n2024-01-01,Oslo,5\n2024-01-02,Rome,x7\n2024-01-03,Oslo,9\n2024-01-04,Rome,2\n'
  const dialog = await chooseFile(page, facet, name, text)
  await dialog.getByRole('button', { name: /^amount/ }).click()
  await page.getByRole('combobox', { name: /^Column type/ }).click()
  await page.getByRole('option', { name: 'whole number', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('table', { name: 'Values without the type of their column' })).toContainText('x7')
  await expect(dialog.getByRole('button', { name: 'Load' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Leave their rows out' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Load' }).click()
  await expect(page).toHaveURL(/explore\/?\?.*dataset_id=\d+/)
  const offers = page.getByRole('list', { name: 'Charts of your data' })
  await offers.getByRole('button').first().click()
  await expect(page.locator('[data-status=rendered]').first()).toBeVisible()
})
