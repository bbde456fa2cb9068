import type { Page } from '@playwright/test'
import { type Calls, callsOf, datasetNamed } from './calls.ts'
import { expect, test } from './facet.ts'
import { newChart, panel, addButton, picture, runQuery, source } from './panel.ts'
import { userPage } from './users.ts'

const SECRET = 'merger_plans'

/** Creates a dataset that only some users may see. */
async function secretDataset(calls: Calls): Promise<number> {
  const { ids } = await calls.get<{ ids: number[] }>('/api/v1/database/')
  const body = { database: ids[0] ?? 0, table_name: SECRET, sql: 'SELECT 42 AS target_price' }
  return (await calls.post('/api/v1/dataset/', body)).id
}

/** Records the response bodies of a page from now on. */
function bodiesOf(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = []
  page.on('response', (answer) => bodies.push(answer.text().catch(() => '')))
  return async () => (await Promise.all(bodies)).join('\n')
}

/** Records the rejected requests of the page: method, path and status. */
function rejectionsOf(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() < 400) return
    refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname} ${answer.status()}`)
  })
  return refused
}

test('A user with one dataset explores, saves and downloads it, can use everything offered, and sees no other', async ({
  page,
  facet,
  browser,
}) => {
  const calls = await callsOf(page, facet)
  const [pizza, secret] = [await datasetNamed(calls, 'pizza'), await secretDataset(calls)]
  const more = [['datasource_access', `[examples].[pizza](id:${pizza})`]] as const
  const reader = await userPage(browser, facet, 'Gamma', { more })
  const [bodies, rejections] = [bodiesOf(reader), rejectionsOf(reader)]
  await newChart(reader, facet, 'pizza', 'table')
  await addButton(reader, 'Revenue').first().click()
  await addButton(reader, 'Category').click()
  await runQuery(reader)
  const rows = reader.getByRole('region', { name: 'Results', exact: true })
  await expect(rows.getByRole('grid').getByRole('row')).toHaveCount(4)
  await Promise.all([reader.waitForEvent('download'), rows.getByRole('button', { name: 'Download as CSV' }).click()])
  await rows.getByRole('tab', { name: 'Samples' }).click()
  await expect(rows.getByText('1,000 rows')).toBeVisible()

  await source(reader).getByRole('button', { name: 'Options for the dataset' }).click()
  for (const name of ['Edit dataset', 'View in SQL Lab', 'Save as dataset'])
    await expect(reader.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  await reader.getByRole('menuitem', { name: 'Query preview' }).click()
  const preview = reader.getByRole('dialog', { name: 'Query preview' })
  await expect(preview.getByRole('textbox', { name: 'SQL' })).toHaveText(/pizza/)
  await expect(preview.getByRole('grid')).toBeVisible()
  await reader.keyboard.press('Escape')
  await source(reader).getByRole('button', { name: 'Options for the dataset' }).click()
  await reader.getByRole('menuitem', { name: 'Change dataset' }).click()
  const change = reader.getByRole('dialog', { name: 'Change dataset' })
  await expect(change.getByRole('table').getByRole('button')).toHaveText(['pizza'])
  await change.getByRole('searchbox').fill('merger')
  await expect(change.getByText('No dataset has this name')).toBeVisible()
  // The first Escape clears the search.
  await reader.keyboard.press('Escape')
  await reader.keyboard.press('Escape')
  await expect(change).toBeHidden()

  await reader.keyboard.press('Control+s')
  const dialog = reader.getByRole('dialog', { name: 'Save chart' })
  await dialog.getByRole('textbox', { name: 'Chart name' }).fill('Of a reader')
  await dialog.getByRole('combobox', { name: 'Add to dashboard' }).click()
  await expect(reader.getByRole('option')).toHaveCount(0)
  await reader.keyboard.type('A board of a reader')
  await reader.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(reader.getByText('Chart [Of a reader] has been saved')).toBeVisible()
  await reader.getByRole('button', { name: 'More', exact: true }).click()
  await expect(reader.getByRole('menuitem', { name: 'Run in SQL Lab' })).toHaveAttribute('aria-disabled', 'true')
  await reader.keyboard.press('Escape')
  expect(rejections).toEqual([])

  await reader.goto(`${facet.url}/explore?dataset_id=${secret}`)
  await expect(reader.getByText('Missing dataset')).toBeVisible()
  const read = await bodies()
  expect(read).not.toContain(SECRET)
})

test('Users without the download permission are offered no downloads', { tag: '@extended' }, async ({
  page,
  facet,
  browser,
}) => {
  const pizza = await datasetNamed(await callsOf(page, facet), 'pizza')
  const more = [['datasource_access', `[examples].[pizza](id:${pizza})`]] as const
  const reader = await userPage(browser, facet, 'Gamma', { more, without: ['can_csv'] })
  const rejections = rejectionsOf(reader)
  await newChart(reader, facet, 'pizza', 'pie')
  await addButton(reader, 'Revenue').first().click()
  await addButton(reader, 'Category').click()
  await runQuery(reader)
  const rows = reader.getByRole('region', { name: 'Results', exact: true })
  await expect(rows.getByRole('button', { name: 'Copy to clipboard' })).toBeVisible()
  for (const tab of ['Samples', 'Results']) {
    await rows.getByRole('tab', { name: tab }).click()
    await expect(rows.getByRole('grid')).toBeVisible()
    await expect(reader.getByRole('button', { name: /download|csv/i })).toHaveCount(0)
  }
  await reader.getByRole('button', { name: 'More', exact: true }).click()
  await expect(reader.getByRole('menuitem', { name: 'View query' })).toBeVisible()
  await expect(reader.getByRole('menuitem', { name: /csv|json|excel|export|download/i })).toHaveCount(0)
  await reader.keyboard.press('Escape')
  await expect(picture(reader)).toBeVisible()
  await expect(panel(reader)).toBeVisible()
  expect(rejections).toEqual([])
})
