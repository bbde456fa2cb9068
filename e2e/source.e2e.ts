import { hostileCsv, hostileNames, hostileNullName, hostileTimeName } from '#testing/hostile-values.ts'
import type { Page } from '@playwright/test'
import { callsOf, datasetNamed } from './calls.ts'
import { expect, expectAccessible, type Facet, test } from './facet.ts'

test.use({ facetEnv: { FACET_EXAMPLES: '0' }, allowErrors: /500|ERR_INTERNET_DISCONNECTED/ })

const broken = { status: 500, contentType: 'application/json', body: '{"message":"The disk is full"}' }
const source = (page: Page) => page.getByRole('complementary', { name: 'Chart source' })

async function upload(page: Page, facet: Facet, name: string): Promise<void> {
  await page.goto(facet.url)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(hostileCsv()) })
  await page
    .getByRole('dialog', { name: `Upload "${name}"` })
    .getByRole('button', { name: 'Load' })
    .click()
  await page.waitForURL(/\/explore\?dataset_id=/)
}

async function fromMenu(page: Page, item: string): Promise<void> {
  await source(page).getByRole('button', { name: 'Options for the dataset' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('The source panel finds columns with hostile names and describes them', async ({ page, facet }) => {
  await upload(page, facet, 'profiled.csv')
  const search = source(page).getByRole('searchbox', { name: 'Search Metrics & Columns' })
  const profileOf = async (name: string) => {
    await search.fill(name)
    await source(page)
      .getByRole('button', { name: `Column profile of ${name}`, exact: true })
      .click()
    return page.getByRole('dialog', { name: `Column profile of ${name}`, exact: true })
  }
  const fact = (profile: ReturnType<Page['getByRole']>, name: string) =>
    profile.locator('dl > div').filter({ hasText: name }).locator('dd')

  const addButtonOf = (name: string) =>
    source(page).getByRole('button', { name: `Add ${name} to the chart`, exact: true })
  await expect(addButtonOf('plain')).toHaveAttribute('title', '13% empty')
  await search.fill(hostileNullName)
  await expect(addButtonOf(hostileNullName)).toHaveAttribute('title', '100% empty')

  await page.route('**/api/v1/chart/data**', (route) => route.fulfill(broken))
  const plain = await profileOf('plain')
  await expect(plain.getByText('The disk is full')).toBeVisible()
  await page.unroute('**/api/v1/chart/data**')
  await plain.getByRole('button', { name: 'Try again' }).click()
  await expect(fact(plain, 'Rows')).toHaveText('8')
  // A CSV file has no empty text: it is null.
  await expect(fact(plain, 'Nulls')).toHaveText('1 (12.5%)')
  await expect(fact(plain, 'Distinct values')).toHaveText('7')
  await expect(plain.getByRole('region', { name: 'Most frequent values' }).getByRole('listitem')).toHaveCount(5)
  // The message about the busy button disappears by itself.
  await expect(page.locator('[data-live-announcer] [role=img]')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(plain).toBeHidden()
  await expect(source(page).getByRole('button', { name: 'Column profile of plain', exact: true })).toBeFocused()

  for (const name of [...hostileNames.slice(1), hostileTimeName, hostileNullName]) {
    const profile = await profileOf(name)
    await expect(fact(profile, 'Rows')).toHaveText('8')
    await page.keyboard.press('Escape')
    await expect(profile).toBeHidden()
  }
  const time = await profileOf(hostileTimeName)
  await expect(fact(time, 'Min')).toHaveText('1900-01-01 00:00:00')
  await expect(
    time.getByRole('img', { name: 'How the values spread from 1900-01-01 00:00:00 to 2100-01-01 00:00:00' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  const nulls = await profileOf(hostileNullName)
  await expect(fact(nulls, 'Nulls')).toHaveText('8 (100.0%)')
})

test('Previews hostile columns and saves them as another dataset after a server failure', async ({ page, facet }) => {
  await upload(page, facet, 'previewed.csv')
  const preview = page.getByRole('dialog', { name: 'Query preview' })
  await test.step('E-DATASET-01: the dataset menu opens a query preview', async () => {
    await fromMenu(page, 'Query preview')
    await expect(preview).toBeVisible()
  })
  const [, quotes] = hostileNames
  await expect(preview.getByRole('textbox', { name: 'SQL' })).toHaveText(
    new RegExp(quotes.replaceAll('"', '""').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  )
  await expect(preview.getByRole('columnheader', { name: 'emoji 🦜 and 👩‍🚀', exact: true })).toBeAttached()
  await expect(preview.getByRole('gridcell', { name: "o'clock; DROP" })).toBeAttached()
  // The message about the button that opened the file disappears by itself.
  await expect(page.locator('[data-live-announcer] [role=img]')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  await fromMenu(page, 'Save as dataset')
  const dialog = page.getByRole('dialog', { name: 'Save as dataset' })
  const name = 'a copy of “🦜”'
  await dialog.getByRole('textbox', { name: 'Dataset name' }).fill(name)
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  let writes = 0
  let server: 'broken' | 'lost' | 'well' = 'broken'
  await page.route('**/api/v1/dataset/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    if (server === 'broken') return route.fulfill(broken)
    if (server === 'lost') return route.abort('internetdisconnected')
    writes++
    return route.continue()
  })
  await save.click()
  await expect(dialog.getByText('The disk is full')).toBeVisible()
  server = 'lost'
  await save.click()
  await expect(dialog.getByText("Can't reach the server.")).toBeVisible()
  server = 'well'
  await expect(dialog.getByRole('textbox', { name: 'Dataset name' })).toHaveValue(name)
  await save.dblclick()
  await expect(page.getByText('The dataset has been saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(writes).toBe(1)
  await expect(source(page)).toContainText(name)
  for (const column of hostileNames) {
    await source(page).getByRole('searchbox').fill(column)
    await expect(source(page).getByRole('button', { name: `Add ${column} to the chart`, exact: true })).toBeVisible()
  }
})

test('A column of an advanced type is filtered by its display text', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const { ids } = await calls.get<{ ids: number[] }>('/api/v1/database/')
  const { id } = await calls.post('/api/v1/dataset/', {
    database: ids[0] ?? 0,
    table_name: 'services',
    sql: 'SELECT * FROM (VALUES (80, 1), (443, 2), (8080, 3)) AS t(door, n)',
  })
  await expect.poll(() => datasetNamed(calls, 'services')).toBe(id)
  await page.goto(`${facet.url}/explore?dataset_id=${id}&viz_type=table`)
  await fromMenu(page, 'Edit dataset')
  const editor = page.getByRole('dialog', { name: /^Edit dataset/ })
  await editor.getByRole('tab', { name: /^Columns/ }).click()
  await editor.getByRole('button', { name: 'Edit door' }).click()
  await editor.getByRole('combobox', { name: 'Advanced data type' }).click()
  await page.getByRole('option', { name: 'port', exact: true }).click()
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(editor).toBeHidden()

  await source(page).getByRole('button', { name: 'Add door to the chart' }).click()
  await page.getByRole('button', { name: 'Add a filter' }).click()
  const filter = page.getByRole('dialog', { name: 'Edit filter' })
  await filter.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: 'door' }).click()
  await page.route('**/advanced_data_type/convert**', (route) => route.fulfill(broken))
  const values = filter.getByRole('combobox', { name: 'Values' })
  await values.fill('nosuch')
  await values.press('Enter')
  await test.step('E-FILTER-37: shows a failed conversion, and disables saving', async () => {
    await expect(filter.getByText('Failed to retrieve advanced type')).toBeVisible()
    await expect(filter.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  })
  await page.unroute('**/advanced_data_type/convert**')
  await values.fill('https')
  await values.press('Enter')
  await expect(filter.getByText("'nosuch' does not appear to be a port name or number")).toBeVisible()
  await test.step('E-FILTER-35: shows the converted value', async () => {
    await filter.getByRole('button', { name: 'Remove nosuch' }).click()
    await expect(filter.getByText('443', { exact: true })).toBeVisible()
  })
  await filter.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('button', { name: /(Create|Update) chart/ })
    .first()
    .click()
  const chart = page.getByRole('region', { name: 'Chart', exact: true })
  await expect(chart.getByRole('gridcell', { name: '443' })).toBeVisible()
  await expect(chart.getByRole('gridcell', { name: '8,?080' })).toHaveCount(0)
})

test('An edit of 300 columns is present after a reload', async ({ page, facet }) => {
  await upload(page, facet, 'edited.csv')
  await fromMenu(page, 'Edit dataset')
  const editor = page.getByRole('dialog', { name: /^Edit dataset/ })
  const open = async () => {
    await editor.getByRole('tab', { name: /^Columns/ }).click()
    await editor.getByRole('searchbox', { name: 'Search Columns' }).fill('emoji')
    await editor.getByRole('button', { name: 'Edit emoji 🦜 and 👩‍🚀' }).click()
  }
  await open()
  await editor.getByRole('textbox', { name: 'Label' }).fill('שלום 🦜')
  await editor.getByRole('textbox', { name: 'Certified by' }).fill('Ada')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await fromMenu(page, 'Edit dataset')
  await expect(editor.getByText('What you changed before and did not save is here again.')).toBeVisible()
  await open()
  await expect(editor.getByRole('textbox', { name: 'Label' })).toHaveValue('שלום 🦜')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(editor).toBeHidden()
  await source(page).getByRole('searchbox').fill('שלום')
  const item = source(page).getByRole('button', { name: 'Add שלום 🦜 to the chart', exact: true })
  await expect(item).toHaveAccessibleDescription('VARCHAR. Certified by Ada')
})
