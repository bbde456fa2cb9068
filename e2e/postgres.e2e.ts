import pg from 'pg'
import { type Postgres, startPostgres } from '#testing/postgres.ts'
import { expect, test } from './facet.ts'
import { waitUntilDrawn, addButton, picture, runQuery } from './panel.ts'

let server: Postgres
test.beforeAll(async () => {
  server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('CREATE TABLE orders (day DATE, city TEXT, amount NUMERIC(9,2))')
  await client.query(
    `INSERT INTO orders SELECT DATE '2024-01-01' + n, 'city ' || n % 3, n FROM generate_series(1, 431) n`,
  )
  await client.end()
})
test.afterAll(() => server.stop())

// The form is validated while it is filled in.
test.use({ facetEnv: { FACET_EXAMPLES: '0' }, allowErrors: /422/ })

test('Connects PostgreSQL, creates a dataset from a table, and counts its rows in a chart', async ({ page, facet }) => {
  await page.goto(`${facet.url}/database/list`)
  await page.getByRole('button', { name: 'Database', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a database' })
  const fields = {
    'Display name': 'warehouse',
    Host: '127.0.0.1',
    Port: new URL(server.url).port,
    'Database name': 'postgres',
    Username: 'facet',
  }
  for (const [name, value] of Object.entries(fields)) await dialog.getByRole('textbox', { name }).fill(value)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('The database has been saved')).toBeVisible()

  await page.goto(`${facet.url}/dataset/list`)
  await page.getByRole('button', { name: 'Dataset', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Table' }).click()
  const adding = page.getByRole('dialog', { name: 'New dataset' })
  for (const [label, option] of [
    ['Database', 'warehouse'],
    ['Schema', 'public'],
    ['Table', 'orders'],
  ] as const) {
    await adding.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await adding.getByRole('button', { name: 'Create dataset and explore' }).click()

  await addButton(page, 'COUNT(*)').click()
  await runQuery(page)
  await expect(picture(page).getByRole('gridcell', { name: '431', exact: true })).toBeVisible()
  await addButton(page, 'city').click()
  await runQuery(page)
  // 431 rows for three cities: n % 3 is 1 and 2 once more often than 0.
  await expect(picture(page).getByRole('gridcell', { name: '143', exact: true })).toHaveCount(1)
  await expect(picture(page).getByRole('gridcell', { name: '144', exact: true })).toHaveCount(2)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const saving = page.getByRole('dialog', { name: 'Save chart' })
  await saving.getByRole('textbox', { name: /chart name/i }).fill('Orders by city')
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Chart [Orders by city] has been saved')).toBeVisible()
  await page.goto(`${facet.url}/chart/list`)
  await page.getByRole('link', { name: 'Orders by city' }).click()
  await waitUntilDrawn(page)
  await expect(picture(page).getByRole('gridcell', { name: '144', exact: true })).toHaveCount(2)
})
