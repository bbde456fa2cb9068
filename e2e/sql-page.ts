import type { Page } from '@playwright/test'

/** Returns the SQL page opened from here, and the body of the form that opened it. */
export async function postedSql(page: Page) {
  const isForm = (address: string) => new URL(address).pathname === '/superset/sqllab/'
  const [sqlPage, request] = await Promise.all([
    page.waitForEvent('popup'),
    page.context().waitForEvent('request', (each) => each.method() === 'POST' && isForm(each.url())),
  ])
  const fields = new URLSearchParams(request.postData() ?? '')
  const { datasourceKey, sql } = JSON.parse(fields.get('form_data') ?? '{}') as Record<string, string>
  return { sqlPage, datasourceKey, sql }
}
