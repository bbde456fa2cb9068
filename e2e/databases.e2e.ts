import pg from 'pg'
import { type Postgres, startPostgres } from '#testing/postgres.ts'
import { callsOf } from './calls.ts'
import { expect, expectAccessible, test } from './facet.ts'

const columns = Array.from({ length: 300 }, (_, at) => `column ${at}`)
const hostile = ['say "hi"', "it's", '🦜 parrot', 'العربية', 'dot.dot; --', '%s']

let server: Postgres
test.beforeAll(async () => {
  server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const quoted = [...hostile, ...columns].map((name) => client.escapeIdentifier(name))
  await client.query('CREATE SCHEMA sales')
  await client.query(`CREATE TABLE sales.wide (${quoted.map((name) => `${name} TEXT`).join(', ')})`)
  await client.query(`INSERT INTO sales.wide (${quoted[0]}) VALUES ('one'), ('two')`)
  await client.end()
})
test.afterAll(() => server.stop())

test.use({ allowErrors: /422/ })

test('Connects a PostgreSQL database and creates a dataset from one of its tables', async ({ page, facet }) => {
  const { port } = new URL(server.url)
  await page.goto(`${facet.url}/databaseview/list/`)
  await expect(page.getByRole('heading', { name: 'Databases' })).toBeVisible()
  await page.getByRole('button', { name: 'Database', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a database' })
  await expect(dialog.getByRole('combobox', { name: 'Engine' })).toContainText('PostgreSQL')
  const field = (name: string) => dialog.getByRole('textbox', { name })
  await test.step('B-CONN-04: shows missing fields', async () => {
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog.getByText('This is a required field')).toHaveCount(4)
    await expect(field('Host')).toHaveAccessibleDescription(/This is a required field/)
  })
  await field('Display name').fill('warehouse')
  await field('Host').fill('nowhere.invalid')
  await field('Port').click()
  await expect(field('Host')).toHaveAccessibleDescription("The hostname provided can't be resolved.")
  await field('Host').fill('127.0.0.1')
  await field('Port').fill(port)
  await field('Database name').fill('nosuch')
  await field('Username').fill('facet')
  await expectAccessible(page)
  await test.step('B-CONN-07: shows a failed connection test', async () => {
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('ERROR: Unable to connect to database "nosuch".')).toBeVisible()
    await expect(field('Database name')).toHaveAccessibleDescription('Unable to connect to database "nosuch".')
  })
  await test.step('B-CONN-06: shows a successful connection test', async () => {
    await field('Database name').fill('postgres')
    await dialog.getByLabel('Password').fill('never shown again')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Connection looks good!')).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('The database has been saved')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'warehouse', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Edit database warehouse' })
  await expect(editor.getByLabel('Password')).toHaveValue('XXXXXXXXXX')
  await editor.getByRole('radio', { name: 'SQLAlchemy URI' }).check({ force: true })
  await expect(editor.getByRole('textbox', { name: 'SQLAlchemy URI' })).toHaveValue(
    `postgresql://facet:XXXXXXXXXX@127.0.0.1:${port}/postgres`,
  )
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()

  await page.goto(`${facet.url}/dataset/list`)
  await page.getByRole('button', { name: 'Dataset', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Table' }).click()
  const adding = page.getByRole('dialog', { name: 'New dataset' })
  const choose = async (label: string, option: string) => {
    await adding.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Database', 'warehouse')
  await choose('Schema', 'sales')
  await choose('Table', 'wide')
  await adding.getByRole('button', { name: 'Create dataset and explore' }).click()
  await expect(page.getByRole('complementary', { name: 'Chart source' })).toContainText('wide')
  await expect(page.getByRole('button', { name: 'Add 🦜 parrot to the chart' })).toBeVisible()
  const { result } = await (await callsOf(page, facet)).get<{ result: object[] }>('/api/v1/database/')
  expect(JSON.stringify(result)).not.toContain('never shown again')
})
