import type { Page } from '@playwright/test'
import { type Calls, callsOf, datasetNamed, datasetOfSql, saveChart } from './calls.ts'
import { expect, expectAccessibleInBoth, test } from './facet.ts'
import { userPage } from './users.ts'

test.use({ allowErrors: /status of (412|500)/ })

const FORM = { viz_type: 'big_number_total', metric: 'flights' }
const PHONE = { width: 390, height: 844 }

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: link(page, name) })
const toolOf = (page: Page, act: string) => page.getByRole('button', { name: act, exact: true })

interface Doubled {
  readonly resource: 'chart' | 'dashboard' | 'dataset'
  /** The column with its name. */
  readonly column: string
  readonly id: number
  readonly name: string
  /** Checks the opened copy. */
  readonly opened: (copy: string) => Promise<void>
}

/** Duplicates a row by keyboard: the copy has a new name, the same content, belongs to the user, and opens. */
async function double(page: Page, calls: Calls, url: string, doubled: Doubled): Promise<void> {
  const { resource, column, id, name, opened } = doubled
  const copy = `${name} (copy)`
  const word = await calls.post('/api/v1/tag/', { name: `word of ${name}` })
  await calls.put(`/api/v1/${resource}/${id}`, { tags: [word.id] })
  await page.goto(`${url}/${resource}/list?search=${encodeURIComponent(name)}`)
  await toolOf(page, `Duplicate ${name}`).press('Enter')
  await expect(page.getByText(`Duplicated: ${name}`, { exact: true })).toBeVisible()
  await expect(row(page, copy).getByRole('button', { name: `word of ${name}` })).toBeVisible()
  const filter = encodeURIComponent(`(filters:!((col:${column},opr:eq,value:'${copy}')))`)
  type Rows = { ids: readonly number[]; result: readonly { owners: readonly object[] }[] }
  const { ids, result } = await calls.get<Rows>(`/api/v1/${resource}/?q=${filter}`)
  expect(result.map(({ owners }) => owners)).toMatchObject([[{ first_name: 'Facet', last_name: 'Admin' }]])
  await link(page, copy).press('Enter')
  await opened(copy)
  await page.goto('about:blank')
  for (const each of [id, ...ids]) await calls.remove(`/api/v1/${resource}/${each}`)
  await calls.remove(`/api/v1/tag/${word.id}`)
}

test('Duplicates a chart, a dashboard and a dataset in their lists, and opens the copies', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const flights = await datasetNamed(calls, 'flights')
  const chart = await saveChart(calls, flights, 'Twice a chart', FORM)
  await double(page, calls, facet.url, {
    resource: 'chart',
    column: 'slice_name',
    id: chart.id,
    name: 'Twice a chart',
    opened: (copy) => expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue(copy),
  })
  const board = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Twice a board' })
  await double(page, calls, facet.url, {
    resource: 'dashboard',
    column: 'dashboard_title',
    id: board.id,
    name: 'Twice a board',
    opened: (copy) => expect(page.getByRole('heading', { level: 1, name: copy })).toBeVisible(),
  })
  const virtual = await datasetOfSql(calls, 'twice_a_dataset', 'SELECT 1 AS amount')
  await double(page, calls, facet.url, {
    resource: 'dataset',
    column: 'table_name',
    id: virtual,
    name: 'twice_a_dataset',
    opened: (copy) => expect(page.getByRole('complementary', { name: 'Chart source' })).toContainText(copy),
  })
})

test('Renames a chart and a dashboard by keyboard: Enter saves, Escape confirms, a failure loses nothing', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const chart = await saveChart(calls, await datasetNamed(calls, 'flights'), 'Keyed chart', FORM)
  const board = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Keyed board' })
  const address = `/api/v1/chart/${chart.id}`
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
  const type = async (text: string) => {
    await expect(name).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
  const begin = async (of: string, text: string) => {
    await toolOf(page, `Edit properties of ${of}`).press('Enter')
    await type(text)
  }
  await page.goto(`${facet.url}/chart/list?search=Keyed`)
  const giveUp = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await test.step('Escape shows a confirmation, a second Escape keeps editing, "Yes, cancel" discards', async () => {
    await begin('Keyed chart', 'Keyed by mistake')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').getByText('There are unsaved changes.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(name).toBeFocused()
    await giveUp()
    await expect(toolOf(page, 'Edit properties of Keyed chart')).toBeFocused()
  })
  await test.step('an error is shown, the input stays, and the same key saves it', async () => {
    await begin('Keyed chart', 'Keyed again')
    await page.route(`**${address}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { message: 'The disk is full' } })
        : route.fallback(),
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByText('The disk is full')).toBeVisible()
    await expect(name).toHaveValue('Keyed again')
    await expectAccessibleInBoth(page)
    await page.unroute(`**${address}`)
    await name.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(link(page, 'Keyed again')).toBeVisible()
  })
  await test.step('a change of another user is reported, and nothing is overwritten without confirmation', async () => {
    await begin('Keyed again', 'Keyed mine')
    await calls.put(address, { slice_name: 'Keyed theirs' })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByText(/You saved this chart in another tab/)).toBeVisible()
    await expect(name).toHaveValue('Keyed mine')
    const { result } = await calls.get<{ result: { slice_name: string } }>(address)
    expect(result.slice_name).toBe('Keyed theirs')
    await giveUp()
  })
  await test.step('a dashboard on a phone', async () => {
    await page.setViewportSize(PHONE)
    await page.goto(`${facet.url}/dashboard/list?search=Keyed`)
    await toolOf(page, 'Options for Keyed board').press('Enter')
    await toolOf(page, 'Edit properties of Keyed board').press('Enter')
    const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
    await title.fill('Keyed on a phone')
    await expectAccessibleInBoth(page)
    await title.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(link(page, 'Keyed on a phone')).toBeVisible()
  })
  await page.goto('about:blank')
  await calls.remove(address)
  await calls.remove(`/api/v1/dashboard/${board.id}`)
})

test('Deleting a chart or dataset lists its readable dependents with links, and no others', async ({
  page,
  facet,
  browser,
}) => {
  const calls = await callsOf(page, facet)
  const flights = await datasetNamed(calls, 'flights')
  const own = await datasetOfSql(calls, 'used_in_charts', 'SELECT 1 AS amount')
  const open = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Open board', published: true })
  const { result: roles } = await calls.get<{ result: readonly { value: number; text: string }[] }>(
    '/api/v1/dashboard/related/roles',
  )
  const admins = roles.flatMap(({ value, text }) => (text === 'Admin' ? [value] : []))
  const draft = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Secret draft', roles: admins })
  const chart = await saveChart(calls, flights, 'Used chart', FORM, [open.id, draft.id])
  const onOwn = await saveChart(calls, own, 'Chart that uses', { viz_type: 'table', metrics: ['count'] })
  const question = page.getByRole('alertdialog')
  await page.goto(`${facet.url}/chart/list?search=Used chart`)
  await toolOf(page, 'Delete Used chart').press('Enter')
  await expect(question).toContainText('Used in: Open board, Secret draft')
  await expectAccessibleInBoth(page)
  await question.getByRole('link', { name: 'Secret draft' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Secret draft' })).toBeVisible()

  await page.goto(`${facet.url}/dataset/list?search=used_in_charts`)
  await toolOf(page, 'Delete used_in_charts').press('Enter')
  await expect(question).toContainText('Used in: Chart that uses')
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(toolOf(page, 'Delete used_in_charts')).toBeFocused()
  await toolOf(page, 'Delete used_in_charts').press('Enter')
  await question.getByRole('link', { name: 'Chart that uses' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Chart that uses')

  const reader = await userPage(browser, facet, 'Alpha')
  await reader.goto('/chart/list?search=Used chart')
  await expect(row(reader, 'Used chart')).toContainText('Open board')
  await expect(row(reader, 'Used chart')).not.toContainText('Secret draft')
  await reader.close()
  await page.goto('about:blank')
  for (const id of [chart.id, onOwn.id]) await calls.remove(`/api/v1/chart/${id}`)
  for (const id of [open.id, draft.id]) await calls.remove(`/api/v1/dashboard/${id}`)
  await calls.remove(`/api/v1/dataset/${own}`)
})
