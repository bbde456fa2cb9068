import type { Page } from '@playwright/test'
import { expectDrawn, figure } from './charts.ts'
import { expect, expectAccessibleInBoth, test } from './facet.ts'

/** Only checks that there are rows: earlier tests have created some. */
const hasRows = (page: Page) => expect(page.getByRole('row').nth(4).getByRole('link').first()).toBeVisible()

/** The API page with one request that was sent. */
const hasTried = async (page: Page) => {
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('GET /api/v1/me/')
  await page.getByRole('button', { name: 'GET /api/v1/me/ ' }).first().click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('region', { name: 'Answer' }).getByText('"username": "admin"')).toBeVisible()
}

/** Pages, and what to wait for before the check. */
const pages: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['/', (page) => expect(page.getByRole('region', { name: 'Charts' }).getByRole('link').first()).toBeVisible()],
  ['/dashboard/list', hasRows],
  ['/chart/list', hasRows],
  ['/dataset/list', hasRows],
  ['/dashboard/flights', (page) => expectDrawn(page, 9)],
  ['/dashboard/flights?edit=true', (page) => expectDrawn(page, 4)],
  ['/swagger/v1', hasTried],
]

test('No page has serious accessibility violations, light or dark', async ({ page, facet, browser }) => {
  // Some 50 sweeps.
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [path, isThere] of pages) {
    await page.goto(`${facet.url}${path}`)
    await isThere(page)
    await test.step(path, () => expectAccessibleInBoth(page))
  }
  await page.goto(`${facet.url}/dashboard/flights`)
  await expectDrawn(page, 9)
  await page.getByRole('button', { name: 'Options for Busiest origins' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('menuitem', { name: 'View as table' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Flight date/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Options for Busiest origins' }).click()
  await page.getByRole('menuitem', { name: 'Edit chart', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Chart', exact: true }).locator('[data-status=rendered]')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Save chart' })).toBeVisible()
  await expectAccessibleInBoth(page)
  const context = await browser.newContext()
  const outside = await context.newPage()
  await outside.goto(`${facet.url}/login/`)
  await expect(outside.getByLabel('Username')).toBeVisible()
  await expectAccessibleInBoth(outside)
  await context.close()
})

/** Presses Tab until the element of this role and name has focus. */
async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
  most = 60,
): Promise<void> {
  const wanted = page.getByRole(role, { name })
  for (let at = 0; at < most; at++) {
    await page.keyboard.press('Tab')
    if (
      await wanted
        .first()
        .evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
    )
      return
  }
  throw new Error(`Tab never reaches ${String(name)}`)
}

test('Opens and filters a dashboard and explores a chart by keyboard alone', async ({ page, facet }) => {
  await page.goto(`${facet.url}/dashboard/list?search=Three+million`)
  await expect(page.getByRole('link', { name: 'Three million flights' })).toBeVisible()
  await tabTo(page, 'link', 'Three million flights')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Flights', 3_000_000)).toBeVisible()
  await expect(page.getByRole('option', { name: /^Morning/ })).toBeVisible()
  await tabTo(page, 'listbox', 'Time of day')
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await tabTo(page, 'button', 'Apply filters')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Flights', 117_982)).toBeVisible()
  await tabTo(page, 'button', 'Options for Flights')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  while (
    !(await page
      .getByRole('menuitem', { name: 'Edit chart', exact: true })
      .evaluate((item) => item === document.activeElement))
  )
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Flights')
})

/** Pages and their window titles. */
const titles: readonly (readonly [string, string])[] = [
  ['/', 'Home'],
  ['/dashboard/list', 'Dashboards'],
  ['/chart/list', 'Charts'],
  ['/dataset/list', 'Datasets'],
  ['/chart/add', 'Create a new chart'],
  ['/sqllab', 'SQL editor'],
  ['/sqllab/history', 'Query history'],
  ['/saved_query/list', 'Saved queries'],
  ['/database/list', 'Databases'],
  ['/annotation_layer/list', 'Annotation layers'],
  ['/css_template/list', 'CSS templates'],
  ['/tag/list', 'Tags'],
  ['/bin', 'Bin'],
  ['/account', 'Your account'],
  ['/swagger/v1', 'API'],
  ['/dashboard/flights', 'Three million flights'],
]

test('Each page has a distinct document title', async ({ page, facet }) => {
  for (const [path, title] of titles) {
    await page.goto(`${facet.url}${path}`)
    await expect(page, path).toHaveTitle(`${title} · Facet`)
  }
  await page.goto(`${facet.url}/dashboard/list`)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveTitle('Home · Facet')
})
