import { callsOf } from './calls.ts'
import { figure } from './charts.ts'
import { allFlights, createDashboardWith } from './dashboards.ts'
import { expect, signIn, test } from './facet.ts'

test.use({ allowErrors: /401/ })

test('A wrong password is rejected with a message', {
  tag: '@extended',
}, async ({ browser, facet }) => {
  const page = await browser.newPage()
  await signIn(page, facet, 'not the password')
  await expect(page.getByText('Invalid login. Please try again.')).toBeVisible()
  await page.goto(`${facet.url}/dashboard/list`)
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.close()
})

test('Signing in after the end of a session returns to the same page', async ({ page, facet, context }) => {
  const board = `/dashboard/${await createDashboardWith(await callsOf(page, facet), [allFlights])}`
  await page.goto(`${facet.url}${board}`)
  await expect(figure(page, 'All flights', 3_000_000)).toBeVisible()
  // Requests after those of the charts would trigger the redirect to sign-in.
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await page.getByRole('link', { name: 'Charts', exact: true }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(facet.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // The heading and the URL do not change while the form is open. The new session has arrived once the form is closed.
  await expect(page.getByLabel('Username')).toBeHidden()
  await expect(page).toHaveURL(`${facet.url}/chart/list`)
  await expect(page.getByRole('heading', { name: 'Charts', level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.goto(`${facet.url}/logout/`)
  await page.goto(`${facet.url}${board}`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(facet.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${facet.url}${board}`)
  await expect(figure(page, 'All flights', 3_000_000)).toBeVisible()
})

test('An administrator invites a user by a link; the user sets a password and sees who can grant access to data', {
  tag: '@extended',
}, async ({ page, facet, browser }) => {
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
