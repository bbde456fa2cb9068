import { expect, test } from './facet.ts'

test('An administrator invites a user by a link; the user sets a password and sees whom to contact for data', async ({
  page,
  facet,
  browser,
}) => {
  await page.goto(`${facet.url}/users/list`)
  await page.getByRole('button', { name: 'User', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await dialog.getByLabel('User name').fill('invited')
  await dialog.getByLabel('First name').fill('Ivy')
  await dialog.getByRole('combobox', { name: /^Roles/ }).click()
  await page.getByRole('option', { name: 'Gamma' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toContain(`${facet.url}/login/link/`)

  const context = await browser.newContext({ javaScriptEnabled: false })
  const scanner = await context.newPage()
  await scanner.goto(link)
  await expect(scanner.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await context.close()

  const own = await browser.newContext()
  const invited = await own.newPage()
  await invited.goto(link)
  await invited.getByRole('button', { name: 'Sign in' }).click()
  await expect(invited).toHaveURL(`${facet.url}/account/`)
  await invited.getByLabel(/^New password(?!,)/).fill('a password of ivy')
  await invited.getByLabel(/^New password, once more/).fill('a password of ivy')
  await invited.getByRole('button', { name: 'Set password' }).click()
  await expect(invited.getByRole('button', { name: 'Change password' })).toBeVisible()
  await invited.goto(`${facet.url}/`)
  await expect(invited.getByText('Ask an administrator for a role or a dataset')).toBeVisible()
  await own.close()
})
