import type { Page } from '@playwright/test'
import { crawl, crawlMenus } from './crawl.ts'
import { expect, test } from './facet.ts'

/** Screens whose controls are activated. */
const SCREENS = [
  '/',
  '/dashboard/list',
  '/chart/list',
  '/dataset/list',
  '/dashboard/pizza',
  '/dashboard/pizza?edit=true',
  '/explore/?slice_id=1',
  '/chart/add',
  '/sqllab',
  '/users/list',
  '/roles/list',
  '/list_groups',
  '/rowlevelsecurity/list',
  '/dashboard_grant/list',
  '/folder/list',
  '/dataset/1',
  '/actionlog/list',
  '/account',
]

// Each test opens its own page, and the whole file takes a quarter of an hour in one worker.
test.describe.configure({ mode: 'parallel' })
// A crawl leaves objects, SQL and settings behind, and which tests share a worker is not known.
test.use({ serverPerTest: true })

/** Returns the faults that a crawl finds, and the responses by which the server reports a failure of its own. */
async function faultsIn(page: Page, search: () => Promise<string[]>): Promise<string[]> {
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 500) failed.push(`${response.status()} ${response.url()}`)
  })
  // Unsaved changes are left behind.
  page.on('dialog', (dialog) => void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()))
  return [...(await search()), ...failed]
}

for (const path of SCREENS) {
  test(`every enabled control of ${path} has an effect, and Escape closes what it opens`, async ({ page, facet }) => {
    test.setTimeout(400_000)
    const faults = await faultsIn(page, () => crawl(page, `${facet.url}${path}`))
    expect(faults).toEqual([])
  })

  test(`every item of the menus of ${path} has an effect`, async ({ page, facet }) => {
    test.setTimeout(400_000)
    const faults = await faultsIn(page, () => crawlMenus(page, `${facet.url}${path}`))
    expect(faults).toEqual([])
  })
}
