import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './facet.ts'

test.use({ allowErrors: /403/ })

const BAR = 'You see Facet as the role Alpha (read only)'
const bar = (page: Page) => page.getByRole('region', { name: 'View as' })

test('An administrator views Facet as a role in all tabs, cannot change anything, and stops', async ({
  page,
  facet,
}) => {
  const other = await page.context().newPage()
  await other.goto(`${facet.url}/chart/list`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${facet.url}/roles/list`)
  await page.getByRole('button', { name: 'View as Alpha' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as Alpha' })
  await dialog.getByLabel('Reason (optional)').fill('Ticket 12')
  await dialog.getByRole('button', { name: 'View as' }).click()
  await expect(page).toHaveURL(`${facet.url}/`)
  await expect(bar(page)).toHaveText(new RegExp(BAR.replace(/[()]/g, '\\$&')))
  await expect(bar(other)).toBeVisible()
  await expect(other).toHaveURL(`${facet.url}/chart/list`)
  await expectAccessible(page)

  await page.goto(`${facet.url}/dashboard/list`)
  const reason = 'You view Facet as Alpha, where nothing can be changed. Stop viewing to make changes as yourself.'
  const create = page.getByRole('button', { name: 'Dashboard', exact: true })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.focus()
  await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/', '/dashboard/flights', '/dashboard/flights?standalone=1']) {
    await page.goto(`${facet.url}${path}`)
    await expect(bar(page).getByText(BAR)).toBeInViewport({ ratio: 1 })
    const edges = await bar(page).evaluate((element) => [
      getComputedStyle(element).borderBottomStyle,
      document.documentElement.scrollWidth - innerWidth,
      Math.round(document.querySelector('#main')?.getBoundingClientRect().bottom ?? 0) <= innerHeight,
    ])
    expect(edges).toEqual(['solid', 0, true])
  }
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${facet.url}/`)
  await bar(page).getByRole('button', { name: 'Stop' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(bar(other)).toHaveCount(0)
  await other.close()

  await page.goto(`${facet.url}/actionlog/list`)
  const started = page.getByRole('row', { name: /Began to view as .*Ticket 12/ })
  await expect(started.first()).toBeVisible()
})
