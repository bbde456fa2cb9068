import { chart, figure } from './charts.ts'
import { expect, signIn, test } from './facet.ts'

test.use({ allowErrors: /401/ })

test('A wrong password is rejected with a message', async ({ browser, facet }) => {
  const page = await browser.newPage()
  await signIn(page, facet, 'not the password')
  await expect(page.getByText('Invalid login. Please try again.')).toBeVisible()
  await page.goto(`${facet.url}/dashboard/list`)
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.close()
})

test('Signing in after the end of a session returns to the same page', async ({ page, facet, context }) => {
  await page.goto(`${facet.url}/dashboard/flights`)
  await expect(figure(page, 'Flights', 3_000_000)).toBeVisible()
  await page
    .getByRole('listbox', { name: 'Time of day' })
    .getByRole('option', { name: /^Night/ })
    .click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page, 'Flights', 117_982)).toBeVisible()
  // Filter counts requested after the charts would trigger the redirect to sign-in.
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await page.getByRole('link', { name: 'Charts', exact: true }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(facet.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // The heading and the URL are there behind the form: only its end says that the new session has arrived.
  await expect(page.getByLabel('Username')).toBeHidden()
  await expect(page).toHaveURL(`${facet.url}/chart/list`)
  await expect(page.getByRole('heading', { name: 'Charts', level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.goto(`${facet.url}/logout/`)
  await page.goto(`${facet.url}/dashboard/flights#TAB-flights-4`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(facet.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard\/flights/)
  await expect(
    chart(page, 'Flights')
      .or(page.getByRole('tab', { name: 'Data quality' }))
      .first(),
  ).toBeVisible()
})
