import { expect, expectAccessible, test } from './facet.ts'
import { postedSql } from './sql-page.ts'

test.use({ allowErrors: /500/ })

test('Opens the SQL of a chart in the SQL editor and shows a failure', async ({ page, facet }) => {
  await page.goto(`${facet.url}/chart/list?search=Busiest+origins`)
  await page.getByRole('link', { name: 'Busiest origins', exact: true }).click()
  await expect(page.locator('[data-status=rendered]').first()).toBeVisible()
  const open = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Run in SQL Lab' }).click()
  }
  await page.route('**/api/v1/chart/data**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await test.step('C-SQL-03: shows a failure', async () => {
    await open()
    await expect(page.getByText('An error occurred while loading the SQL')).toBeVisible()
  })
  await page.unroute('**/api/v1/chart/data**')
  const posted = postedSql(page)
  await test.step('C-SQL-01: requests the query by a data call', async () => {
    const pending = page.waitForRequest(
      (request) => request.method() === 'POST' && (request.postData() ?? '').includes('"result_type":"query"'),
    )
    await open()
    await pending
  })
  await test.step('C-SQL-02: opens the SQL editor with the query', async () => {
    const { sqlPage, datasourceKey, sql } = await posted
    expect(datasourceKey).toMatch(/^\d+__table$/)
    expect(sql).toMatch(/^SELECT[^]*GROUP BY/)
    await expect(sqlPage.getByRole('textbox', { name: /^SQL of / })).toContainText('GROUP BY')
    await expectAccessible(sqlPage)
  })
})
