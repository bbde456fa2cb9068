import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { type Calls, callsOf, datasetOfSql } from './calls.ts'
import { signInAndOpen, expect, expectAccessibleInBoth, type Facet, test } from './facet.ts'

test.use({ allowErrors: /status of 422/ })

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Import / })
const change = (page: Page, name: string) =>
  dialog(page).getByRole('list', { name: 'What the import does' }).getByRole('listitem').filter({ hasText: name })
const confirm = (page: Page, label: 'Import' | 'Overwrite') =>
  dialog(page).getByRole('button', { name: label, exact: true })

/** Opens the import of a list by keyboard and selects a file. */
async function give(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  const choosing = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await choosing).setFiles({ name, mimeType: 'application/zip', buffer })
}

/** Exports the rows with these names, which are selected in their list. */
async function taken(page: Page, names: readonly string[]): Promise<Buffer> {
  await page.getByRole('button', { name: 'Bulk select' }).press('Enter')
  for (const name of names)
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .press('Space')
  await expect(page.getByRole('main').getByText(`${names.length} selected`)).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  return readFile(await (await coming).path())
}

interface Moved {
  readonly list: string
  readonly names: readonly [string, string]
  /** Changes the first of them in the target installation. */
  readonly alter: (calls: Calls) => Promise<void>
  /** The previous value shown in the review. */
  readonly was: string
}

/** Exports two rows to another installation, changes one there, and imports them again with overwrite. */
async function move(page: Page, from: Facet, to: Facet, { list, names, alter, was }: Moved): Promise<void> {
  await page.goto(`${from.url}/${list}/list?search=emigrant`)
  const bytes = await taken(page, names)
  await signInAndOpen(page, to)
  await page.goto(`${to.url}/${list}/list`)
  await give(page, 'emigrants.zip', bytes)
  for (const name of names) await expect(change(page, name)).toContainText('New')
  await expectAccessibleInBoth(page)
  await confirm(page, 'Import').press('Enter')
  await expect(dialog(page)).toBeHidden()
  await page.goto(`${to.url}/${list}/list?search=emigrant`)
  for (const name of names) await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()

  await alter(await callsOf(page, to))
  await page.reload()
  await give(page, 'emigrants.zip', bytes)
  await expect(dialog(page).getByText(/^These exist already, and will be overwritten: /)).toBeVisible()
  await change(page, names[0]).getByText('1 field', { exact: true }).click()
  await expect(change(page, names[0])).toContainText(was)
  await expect(confirm(page, 'Overwrite')).toBeDisabled()
  const typed = dialog(page).getByRole('textbox')
  await typed.fill('OVERWRITE')
  await typed.press('Enter')
  await expect(dialog(page)).toBeHidden()
}

const SQL = 'SELECT 1 AS amount'

test('Exports several datasets in one file and imports them in another instance, overwriting on confirmation only', async ({
  page,
  facet,
  secondServer,
}) => {
  const calls = await callsOf(page, facet)
  const ids = [
    await datasetOfSql(calls, 'emigrant_one', SQL),
    await datasetOfSql(calls, 'emigrant_two', 'SELECT 2 AS amount'),
  ]
  type Rows = { result: readonly { id: number; description: string | null }[] }
  const first = `/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:emigrant_one)))`
  await move(page, facet, secondServer, {
    list: 'dataset',
    names: ['emigrant_one', 'emigrant_two'],
    alter: async (there) => {
      const { result } = await there.get<Rows>(first)
      await there.put(`/api/v1/dataset/${result[0]?.id}`, { description: 'Settled here' })
    },
    was: 'Settled here',
  })
  const { result } = await (await callsOf(page, secondServer)).get<Rows>(first)
  expect(result.map(({ description }) => description)).toEqual([null])
  await signInAndOpen(page, facet)
  for (const id of ids) await (await callsOf(page, facet)).remove(`/api/v1/dataset/${id}`)
})

test('Exports several saved queries and imports them in another instance; a file of another type is reported', async ({
  page,
  facet,
  secondServer,
}) => {
  const calls = await callsOf(page, facet)
  const { result: databases } = await calls.get<{ result: { id: number; database_name: string }[] }>(
    '/api/v1/database/',
  )
  const db_id = databases.find(({ database_name }) => database_name === 'examples')?.id
  const ids: number[] = []
  for (const label of ['Query of an emigrant', 'Another emigrant'])
    ids.push((await calls.post('/api/v1/saved_query/', { db_id, label, sql: SQL, schema: 'main' })).id)
  await move(page, facet, secondServer, {
    list: 'saved_query',
    names: ['Query of an emigrant', 'Another emigrant'],
    alter: async (there) => {
      const q = `(filters:!((col:label,opr:eq,value:'Query of an emigrant')))`
      const { ids: found } = await there.get<{ ids: readonly number[] }>(`/api/v1/saved_query/?q=${q}`)
      await there.put(`/api/v1/saved_query/${found[0]}`, { description: 'Settled here' })
    },
    was: 'Settled here',
  })
  const wrong = zipSync({ 'b/metadata.yaml': strToU8('version: 1.0.0\ntype: Dashboard\n') })
  await give(page, 'wrong.zip', Buffer.from(wrong))
  await expect(dialog(page).getByText('metadata.yaml: type: Must be equal to SavedQuery.')).toBeVisible()
  await expect(dialog(page).getByText('Please re-export your file and try importing again.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Choose another file' }).press('Enter')
  const choosing = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await choosing).setFiles({ name: 'torn.zip', mimeType: 'application/zip', buffer: Buffer.from('PK, once') })
  await expect(dialog(page).getByText(/^An error occurred while importing saved query: .*ZIP/)).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await signInAndOpen(page, facet)
  for (const id of ids) await (await callsOf(page, facet)).remove(`/api/v1/saved_query/${id}`)
})

/** Enough for writing to take some time. */
const MANY = 1000

/** Returns a bundle of one database and this many datasets. */
function large(): Buffer {
  const database = randomUUID()
  const uri = 'postgresql://db.example/sales'
  const files = Array.from({ length: MANY }, (_, at): [string, Uint8Array] => [
    `b/datasets/Large/large_${at}.yaml`,
    strToU8(
      `table_name: large_${at}\nuuid: ${randomUUID()}\nversion: 1.0.0\ndatabase_uuid: ${database}\n` +
        'columns:\n  - column_name: a\n',
    ),
  ])
  const far = `database_name: Large\nsqlalchemy_uri: ${uri}\nuuid: ${database}\nversion: 1.0.0\n`
  const head = { 'b/metadata.yaml': strToU8('version: 1.0.0\ntype: SqlaTable\n') }
  return Buffer.from(zipSync({ ...head, 'b/databases/Large.yaml': strToU8(far), ...Object.fromEntries(files) }))
}

test('A large import shows progress and, when cancelled, changes nothing', async ({ page, facet }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const calls = await callsOf(page, facet)
  const counted = async (resource: string) => (await calls.get<{ count: number }>(`/api/v1/${resource}/`)).count
  const before = [await counted('dataset'), await counted('database')]
  await page.goto(`${facet.url}/dataset/list`)
  await give(page, 'large.zip', large())
  await expect(confirm(page, 'Import')).toBeEnabled({ timeout: 60_000 })
  await confirm(page, 'Import').press('Enter')
  await expect(dialog(page).getByRole('status')).toHaveText('Importing large.zip')
  await expect(dialog(page).getByText(/^[1-9]\d* of 1001 files$/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Imported: large.zip')).toBeHidden()
  // A write waits until the rollback is done.
  const after = await calls.post('/api/v1/tag/', { name: 'after what was called off' })
  expect([await counted('dataset'), await counted('database')]).toEqual(before)
  await page.goto(`${facet.url}/dataset/list?search=large_`)
  await expect(page.getByText('Nothing matches “large_”')).toBeVisible()
  await calls.remove(`/api/v1/tag/${after.id}`)
})
