import type { Locator, Page } from '@playwright/test'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessibleInBoth, test } from './facet.ts'
import { userPage } from './users.ts'

test.use({ allowErrors: /status of (404|500|503)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

const PHONE = { width: 390, height: 844 }
const HOSTILE = `<img src=x onerror="document.title='taken'">`

/** Presses Tab until the target has focus. */
async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  for (let step = 0; step < most; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Selects an option in a filter of a list. */
async function narrow(page: Page, filter: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: filter, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Returns the names of rows. */
const links = (page: Page) => page.getByRole('main').locator('tbody').getByRole('link').filter({ hasNotText: /^Edit/ })

test('Two viewers with different permissions find their objects and are offered their actions', async ({
  page,
  facet,
  browser,
}) => {
  const calls = await callsOf(page, facet)
  const tag = `Rights ${test.info().workerIndex}`
  const { ids } = await calls.get<{ ids: number[] }>('/api/v1/database/')
  const secret = { database: ids[0] ?? 0, table_name: `${tag} merger`, sql: 'SELECT 42 AS target_price' }
  const closed = (await calls.post('/api/v1/dataset/', secret)).id
  const flights = await datasetNamed(calls, 'flights')
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['flights'] }
  const open = await saveChart(calls, flights, `${tag} open`, form)
  const hidden = await saveChart(calls, closed, `${tag} hidden`, { viz_type: 'table', all_columns: ['target_price'] })
  const pair = ['datasource_access', `[examples].[flights](id:${flights})`] as const
  const reader = await userPage(browser, facet, 'Gamma', { more: [pair] })
  const reported: Promise<string>[] = []
  reader.on('response', (answer) => reported.push(answer.text().catch(() => '')))

  await reader.goto(`${facet.url}/chart/list?search=${encodeURIComponent(tag)}`)
  await expect(links(reader)).toHaveText([`${tag} open`])
  // The row of another user's chart has no actions that would be rejected.
  await expect(reader.getByRole('button', { name: `Delete ${tag} open` })).toHaveCount(0)
  await expect(reader.getByRole('button', { name: `Edit properties of ${tag} open` })).toHaveCount(0)
  await reader.getByRole('searchbox').fill('merger')
  await expect(reader.getByText('Nothing matches “merger”')).toBeVisible()
  await reader.goto(facet.url)
  await expect(reader.getByText(/dashboard.*, .*chart.*, .*dataset/)).toBeVisible()
  await reader.goto(`${facet.url}/chart/list`)
  await expect(links(reader).first()).toBeVisible()
  await expect(reader.locator('tbody canvas, tbody svg').first()).toBeVisible()
  expect(
    (await Promise.all(reported)).filter((body) => body.includes(`${tag} merger`) || body.includes('target_price')),
  ).toEqual([])
  await reader.context().close()

  const alpha = await userPage(browser, facet, 'Alpha')
  await alpha.goto(`${facet.url}/chart/list?search=${encodeURIComponent(tag)}`)
  await expect(links(alpha)).toHaveText([`${tag} hidden`, `${tag} open`])
  await expect(alpha.getByRole('link', { name: 'Bin' })).toBeVisible()
  await expect(alpha.getByRole('button', { name: `Delete ${tag} open` })).toHaveCount(0)
  await alpha.context().close()
  for (const { id } of [open, hidden]) await calls.remove(`/api/v1/chart/${id}`)
  await calls.remove(`/api/v1/dataset/${closed}`)
})

test('Dashboards with hostile names are found, opened, starred, deleted and restored by keyboard', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const mark = `Named ${test.info().workerIndex}`
  const long = `${mark} ${'long'.repeat(70)}`
  const titles = [`${mark} ${HOSTILE}`, `${mark} \u202Eesrever`, long]
  const made: number[] = []
  for (const dashboard_title of titles)
    made.push((await calls.post('/api/v1/dashboard/', { dashboard_title, published: false })).id)

  await page.goto(`${facet.url}/dashboard/list`)
  await test.step('searches and opens a dashboard', async () => {
    await tabTo(page, page.getByRole('searchbox'))
    await page.keyboard.type(mark)
    await expect(links(page)).toHaveText(titles.toReversed())
    await expect(page).not.toHaveTitle('taken')
    await tabTo(page, page.getByRole('link', { name: titles[0] ?? '', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: titles[0] ?? '' })).toBeVisible()
    await page.goBack()
  })
  await test.step('adds a favorite, deletes and restores', async () => {
    const star = page.getByRole('button', { name: `Add ${titles[1]} to favorites` })
    await tabTo(page, star)
    await page.keyboard.press('Space')
    await narrow(page, 'Favorite', 'Yes')
    await expect(links(page)).toHaveText([titles[1] ?? ''])
    await tabTo(page, page.getByRole('button', { name: `Delete ${titles[1]}`, exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Deleted: ${titles[1]}`)).toBeVisible()
    await expect(page.getByText('Nothing matches', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(links(page)).toHaveText([titles[1] ?? ''])
  })
  await test.step('filters by status, certification, owner and creator are combined', async () => {
    await page.goto(`${facet.url}/dashboard/list?search=${encodeURIComponent(mark)}`)
    await narrow(page, 'Status', 'Draft')
    await narrow(page, 'Certified', 'No')
    await expect(links(page)).toHaveCount(3)
    await narrow(page, 'Created by', /admin/i)
    await narrow(page, 'Owner', /admin/i)
    await expect(links(page)).toHaveCount(3)
    await narrow(page, 'Status', 'Published')
    await expect(page.getByText(`Nothing matches “${mark}”`)).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect(links(page).first()).toBeVisible()
  })
  await page.goto('about:blank')
  for (const id of made) await calls.remove(`/api/v1/dashboard/${id}`)
})

test('List rows load thumbnails and trends a few at a time, and none on a phone', async ({ page, facet }) => {
  let [running, most, requested] = [0, 0, 0]
  await page.route('**/api/v1/chart/data?**', async (route) => {
    running += 1
    requested += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 150))
    running -= 1
    await route.continue()
  })
  await page.goto(`${facet.url}/dashboard/list`)
  await expect(links(page).first()).toBeVisible()
  // Other tests have created dashboards meanwhile, some without charts.
  await page.getByRole('searchbox').first().fill('Pizza Paradise')
  const row = page.getByRole('row', { name: /Pizza Paradise/ })
  await expect(row.locator('canvas').first()).toBeVisible()
  await expect(row.getByRole('img', { name: / of / })).toBeVisible()
  expect(most).toBeLessThanOrEqual(4)
  await expectAccessibleInBoth(page)
  await page.setViewportSize(PHONE)
  await expect(row.locator('canvas')).toHaveCount(0)
  requested = 0
  await page.goto(`${facet.url}/chart/list`)
  await expect(links(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requested).toBe(0)
})

test('A list on a bad network reports what failed and retries, and retains a row that was not deleted', async ({
  page,
  facet,
  context,
}) => {
  let fails = true
  await page.route('**/api/v1/dashboard/?q=**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return fails ? route.fulfill({ status: 503, json: { message: 'Out for a moment' } }) : route.continue()
  })
  // Rows do not change if thumbnails cannot be loaded.
  await page.route('**/api/v1/dashboard/*/charts', (route) => route.abort())
  await page.goto(`${facet.url}/dashboard/list`)
  await expect(page.getByText('An error occurred while fetching dashboards: Out for a moment')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(links(page).first()).toBeVisible()
  // Other tests have created dashboards meanwhile; a row far from the viewport sends no request.
  await page.getByRole('searchbox').first().fill('Pizza Paradise')
  await expect(links(page)).toHaveCount(1)
  await expect(page.getByRole('row', { name: /Pizza Paradise/ }).getByText('–')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Delete Pizza Paradise' }).click()
  await expect(page.getByText(/^There was an issue deleting: Pizza Paradise/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pizza Paradise', exact: true })).toBeVisible()
  await context.setOffline(false)
})
