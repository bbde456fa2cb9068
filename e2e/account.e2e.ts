import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, type Facet, test } from './facet.ts'

const script = join(fileURLToPath(new URL('..', import.meta.url)), 'scripts/facet.mjs')
const FIRST = 'the first password'
const SECOND = 'the second password'

// Requests without a session get 401; a wrong password gets 403.
test.use({ allowErrors: /40[13]/ })

/** Creates a user by the command line while the product runs. */
async function addPerson(facet: Facet, name: string): Promise<void> {
  const args = ['user', 'add', name, '--role', 'Alpha', '--first', 'Grace', '--last', 'Hopper', '--password-stdin']
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, FACET_HOME: facet.home } })
  child.stdin.end(FIRST)
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
}

async function signedIn(browser: Browser, facet: Facet, name: string, password: string, options = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: facet.url, ...options })
  const page = await context.newPage()
  await page.goto('/login/')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  return page
}

async function openAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Signed in as ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
}

const fillPasswords = async (page: Page, current: string, next: string, again = next) => {
  await page.getByLabel(/^Current password/).fill(current)
  await page.getByLabel(/^New password(?!,)/).fill(next)
  await page.getByLabel(/^New password, once more/).fill(again)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('A changed password ends the other sessions and keeps this one', async ({ browser, facet }) => {
  await addPerson(facet, 'grace')
  const page = await signedIn(browser, facet, 'grace', FIRST)
  const other = await signedIn(browser, facet, 'grace', FIRST)
  // The home page could send a request meanwhile, and redirect to sign-in during the next navigation.
  await other.goto('about:blank')
  await openAccount(page, 'grace')
  await expect(page.getByText('Grace Hopper')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await test.step('invalid passwords are reported below their fields', async () => {
    await fillPasswords(page, FIRST, 'short', 'other')
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
    await expect(page.getByLabel(/^New password(?!,)/)).toBeFocused()
    await fillPasswords(page, 'not the password', SECOND)
    await expect(page.getByText('This is not your current password.')).toBeVisible()
    await expect(page.getByLabel(/^Current password/)).toBeFocused()
  })
  await fillPasswords(page, FIRST, SECOND)
  await expect(page.getByText('Password changed. You are signed out everywhere else.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByLabel(/^Current password/)).toHaveValue('')
  await other.goto(`${facet.url}/chart/list`)
  await expect(other.getByLabel('Username')).toBeVisible()
  await test.step('the open page can still write', async () => {
    await fillPasswords(page, SECOND, FIRST)
    await expect(page.getByText('Password changed. You are signed out everywhere else.')).toBeVisible()
  })
  for (const each of [page, other]) await each.context().close()
})

test('Ends one session, then all sessions, on a phone', async ({ browser, facet }) => {
  await addPerson(facet, 'kay')
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const page = await signedIn(browser, facet, 'kay', FIRST, phone)
  const firefox = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const other = await signedIn(browser, facet, 'kay', FIRST, firefox)
  // The home page could send a request meanwhile, and redirect to sign-in during the next navigation.
  await other.goto('about:blank')
  await openAccount(page, 'kay')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).tap()
  await expect(page.getByText('Signed out: Firefox on Linux')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2)
  await other.goto(`${facet.url}/chart/list`)
  await expect(other.getByLabel('Username')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).tap()
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.goto('/account')
  await expect(page.getByLabel('Username')).toBeVisible()
  for (const each of [page, other]) await each.context().close()
})

test('The user menu works by keyboard and signs out', async ({ browser, facet }) => {
  await addPerson(facet, 'joan')
  const page = await signedIn(browser, facet, 'joan', FIRST)
  await page.getByRole('button', { name: 'Signed in as joan' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Your account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Signed in as joan' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.context().close()
})
