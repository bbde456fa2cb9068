import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openStore } from '#server/store/store.ts'
import { callsOf } from './calls.ts'
import { expect, expectAccessible, expectAccessibleInBoth, type Facet, test } from './facet.ts'

test.use({ allowErrors: /status of 404/ })

const MINUTE = 60_000

/** Saves a dashboard under these titles, ten minutes apart: saves within five minutes would be one version. */
async function boardOf(facet: Facet, titles: readonly string[]): Promise<number> {
  let now = Date.now() - titles.length * 10 * MINUTE
  const store = await openStore({ file: join(facet.home, 'facet.db') }, () => now, randomUUID)
  const admin = await store.users.byUsername('admin')
  const actor = admin?.id ?? null
  const { id } = await store.dashboards.create({ dashboard_title: '', published: true }, actor)
  for (const dashboard_title of titles) {
    now += 10 * MINUTE
    await store.dashboards.update(id, { dashboard_title }, actor)
  }
  await store.close()
  return id
}

test('Restores a dashboard by three versions; deletes, restores and purges it', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const id = await boardOf(facet, ['First board', 'Second board', 'Third board', 'Fourth board'])

  await page.goto(`${facet.url}/dashboard/${id}`)
  await expect(page.getByRole('heading', { name: 'Fourth board' })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  const dialog = page.getByRole('dialog', { name: 'Version history of Fourth board' })
  const versions = dialog.getByRole('listitem').getByRole('button')
  await expect(versions.first()).toContainText('Title: Third board → Fourth board')
  await versions.nth(3).click()
  await expect(dialog.getByText('Title: Fourth board → First board')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByRole('heading', { name: 'First board' })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  const again = page.getByRole('dialog', { name: 'Version history of First board' })
  await expect(again.getByRole('listitem').first()).toContainText('Restored the version of')
  await page.keyboard.press('Escape')

  await page.goto(`${facet.url}/dashboard/list?search=First`)
  await page.getByRole('button', { name: 'Delete First board' }).click()
  await expect(page.getByText('Deleted: First board')).toBeVisible()
  await page.getByRole('link', { name: 'Bin' }).click()
  const row = page.getByRole('row', { name: /First board/ })
  await expect(row).toContainText('in 30 days')
  await expectAccessibleInBoth(page)
  await row.hover()
  await page.getByRole('button', { name: 'Restore First board' }).click()
  await expect(page.getByText('Restored First board')).toBeVisible()
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expect(page.getByRole('heading', { name: 'First board' })).toBeVisible()

  await calls.remove(`/api/v1/dashboard/${id}`)
  await page.goto(`${facet.url}/bin?kind=dashboard`)
  await row.hover()
  await page.getByRole('button', { name: 'Delete First board for good' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(row).toBeHidden()
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expect(page.getByText('Dashboard not found')).toBeVisible()
})
