import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { postedSql } from './sql-page.ts'

const editorIn = (page: Page) => page.getByRole('textbox', { name: /^SQL of / })

/** Replaces the SQL of the current tab. */
async function writeSql(page: Page, sql: string): Promise<void> {
  await editorIn(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

test('Runs SQL by keyboard, charts its rows, and restores the tab after a reload', async ({ page, facet }) => {
  await page.goto(`${facet.url}/sqllab`)
  await expect(page.getByRole('heading', { name: 'SQL editor', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'New tab' }).click()
  await writeSql(page, 'SELECT origin, count(*) AS flights FROM flights GROUP BY origin ORDER BY 2 DESC')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('columnheader', { name: 'origin' })).toBeVisible()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(editorIn(page)).toContainText('GROUP BY origin')
  await expect(page.getByRole('columnheader', { name: 'origin' })).toBeVisible()
  await page.getByRole('button', { name: 'Create chart' }).click()
  await expect(page).toHaveURL(/\/explore\?dataset_id=\d+/)
})

test('An error is marked at its position, and completion offers the columns of an alias', {
  tag: '@extended',
}, async ({ page, facet }) => {
  await page.goto(`${facet.url}/sqllab`)
  await page.getByRole('button', { name: 'New tab' }).click()
  await writeSql(page, 'SELECT 1;\nSELECT nowhere FROM flights')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'nowhere' })).toBeVisible()
  await expect(page.locator('.cm-wrong')).toHaveText('nowhere')
  await writeSql(page, 'SELECT f. FROM flights f')
  for (const _ of ' FROM flights f') await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('option', { name: /^origin/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('A run continues after a reload of the page; the button or Escape stops it', { tag: '@extended' }, async ({
  page,
  facet,
}) => {
  await page.goto(`${facet.url}/sqllab`)
  await page.getByRole('button', { name: 'New tab' }).click()
  await writeSql(page, 'SELECT count(*) FROM range(10000000) a, range(1000001) b')
  await page.keyboard.press('ControlOrMeta+Enter')
  const running = page.getByText('Running', { exact: true })
  const stopped = page.getByRole('region', { name: 'Results' }).getByText('Stopped', { exact: true })
  await expect(running).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(running).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(stopped).toBeVisible()

  await writeSql(page, 'SELECT count(*) FROM range(10000000) a, range(1000000) b')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await expect(running).toBeVisible()
  // The first Escape closes the list of completions, if it is open.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(stopped).toBeVisible()
})

test.describe('The SQL of a chart', () => {
  test.use({ allowErrors: /500/ })
  test('opens in the editor with its dataset, or shows a failure', async ({ page, facet }) => {
    const executed: string[] = []
    page.context().on('request', (request) => {
      if (/\/sqllab\/execute|\/sql_json/.test(request.url())) executed.push(request.url())
    })
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
    const { sqlPage, datasourceKey, sql } = await posted
    await test.step("A-SHELL-05: a chart's SQL opens in the SQL editor", async () => {
      await expect(sqlPage.getByRole('heading', { name: 'SQL editor', level: 1 })).toBeVisible()
      await expect(editorIn(sqlPage)).toContainText('GROUP BY')
    })
    await test.step('A-URL-01: posts the dataset key and the SQL, and the editor opens with both', async () => {
      expect(datasourceKey).toMatch(/^\d+__table$/)
      expect(sql).toMatch(/^SELECT[^]*GROUP BY/)
      const id = datasourceKey?.split('__')[0]
      await expect(editorIn(sqlPage)).toContainText(String(sql).split('\n')[0] ?? '')
      await expect(sqlPage.getByRole('link', { name: 'flights', exact: true })).toHaveAttribute(
        'href',
        new RegExp(`dataset_id=${id}$`),
      )
      await expect(sqlPage).toHaveURL(/\/sqllab$/)
    })
    await expectAccessible(sqlPage)
    expect(executed).toEqual([])
  })
})

test('SQL of an unknown dataset is retained and reported', { tag: '@extended' }, async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const token = await calls.get<{ result: string }>('/api/v1/security/csrf_token/')
  await page.goto(`${facet.url}/sqllab`)
  await page.evaluate(
    ({ csrf }) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = '/superset/sqllab/'
      const fields = {
        form_data: JSON.stringify({ datasourceKey: '99999__table', sql: 'SELECT 42' }),
        csrf_token: csrf,
      }
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElement('input')
        input.name = name
        input.value = value
        form.append(input)
      }
      document.body.append(form)
      form.submit()
    },
    { csrf: token.result },
  )
  await expect(editorIn(page)).toContainText('SELECT 42')
  await expect(page.getByText(/unknown, or you cannot read it/)).toBeVisible()
})

test('The editor fits a phone in both color schemes', { tag: '@extended' }, async ({ page, facet }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${facet.url}/sqllab`)
  await page.getByRole('button', { name: 'New tab' }).click()
  await writeSql(page, 'SELECT 1 AS one')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'one' })).toBeVisible()
  const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  await expect.poll(isWider).toBe(false)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.getByRole('tab', { name: 'Schema', exact: true }).click()
  await expect(page.getByRole('button', { name: 'flights', exact: true })).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
})
