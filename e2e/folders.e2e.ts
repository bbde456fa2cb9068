import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { userPage } from './users.ts'

test.use({ allowErrors: /status of 422/ })

const mark = Date.now()
const [TOP, BELOW, BOARD] = [`Top ${mark}`, `Below ${mark}`, `Board ${mark}`]

async function addFolder(page: Page, name: string, above?: string): Promise<void> {
  // An empty list has a second button.
  await page.getByRole('button', { name: 'Folder', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add folder' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  if (above !== undefined) {
    await dialog.getByRole('combobox', { name: /^In folder/ }).click()
    await page.getByRole('option', { name: above }).click()
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible()
}

test('Nested folders hold a dashboard, open it to a user by a grant, and release their contents when deleted', async ({
  page,
  facet,
  browser,
}) => {
  const calls = await callsOf(page, facet)
  const { id } = await calls.post('/api/v1/dashboard/', { dashboard_title: BOARD })
  const member = await userPage(browser, facet, 'Gamma')
  const me = await (await member.request.get(`${facet.url}/api/v1/me/`)).json()
  await page.goto(`${facet.url}/folder/list`)
  await addFolder(page, TOP)
  await addFolder(page, BELOW, TOP)

  await page.goto(`${facet.url}/dashboard/list?search=${encodeURIComponent(BOARD)}`)
  await page.getByRole('button', { name: `Move ${BOARD} to folder…` }).click()
  await page.getByRole('combobox', { name: /^To folder/ }).click()
  await page.getByRole('option', { name: `${TOP} / ${BELOW}` }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('1 item moved')).toBeVisible()

  await member.goto(`${facet.url}/dashboard/${id}`)
  await expect(member.getByRole('button', { name: 'Request access' })).toBeVisible()
  await page.goto(`${facet.url}/folder/list`)
  await expect(page.getByRole('button', { name: `Share ${TOP}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Share ${TOP}` }).click()
  const dialog = page.getByRole('dialog', { name: `Share ${TOP}` })
  await dialog.getByRole('combobox', { name: /^People, groups and roles/ }).click()
  await page.keyboard.type(me.result.username)
  await page.getByRole('option', { name: /Gamma Walker/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog.getByRole('button', { name: /^Stop sharing with Gamma Walker/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await member.goto(`${facet.url}/dashboard/list?search=${encodeURIComponent(BOARD)}`)
  await expect(member.getByRole('link', { name: BOARD }).first()).toBeVisible()

  await page.getByRole('button', { name: `Delete ${BELOW}` }).click()
  const question = page.getByRole('alertdialog', { name: `Delete ${BELOW} and move its contents up?` })
  await question.getByRole('button', { name: 'Move contents up and delete' }).click()
  await expect(page.getByText(`Deleted: ${BELOW}. Its contents moved up.`)).toBeVisible()
  const { result } = await calls.get<{ result: { folder: { name: string } | null } }>(`/api/v1/dashboard/${id}`)
  expect(result.folder?.name).toBe(TOP)
  await member.reload()
  await expect(member.getByRole('link', { name: BOARD }).first()).toBeVisible()
  await calls.remove(`/api/v1/dashboard/${id}`)
})
