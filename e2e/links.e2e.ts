import type { Page } from '@playwright/test'
import { isFullSet } from '#testing/case-sample.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './facet.ts'
import { userPage } from './users.ts'

/** Maximum types of URL shown to one user, so that the crawl ends whatever links the example data has. */
const MAX_KINDS = 60
/** URLs that open no page: files, API routes, and sign-out. */
const NO_PAGE = /^\/(api|static|assets|logout|login|health)(\/|$)/

const LISTS = [
  '/api/v1/menu/',
  '/api/v1/log/recent_activity/',
  '/api/v1/dashboard/',
  '/api/v1/chart/',
  '/api/v1/dataset/',
  '/api/v1/tag/get_objects/',
  '/api/v1/saved_query/',
  '/api/v1/annotation_layer/',
]

/** Every eighth type is also opened by reload: the server sends the same document for every page. */
const RELOAD_EVERY = 8

/** Pages that no other page links to. */
const ENTRIES = ['/', '/bin', '/account', '/swagger/v1', '/chart/add', '/dashboard/new/', '/superset/welcome/']

/** URLs of the same kind open the same page, in `npm run test:all` with the same parameters. */
function kindOf(url: URL): string {
  const path = url.pathname
    .replaceAll(/\/\d+(?=\/|$)/g, '/:id')
    .replace(/^(\/superset)?\/dashboard\/(?!list|new)[^/]+/, '$1/dashboard/:id')
    .replace(/\/$/, '')
  return `${path}?${isFullSet ? [...url.searchParams.keys()].toSorted().join('&') : ''}`
}

function urlsIn(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => urlsIn(each))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => urlsIn(each, name))
  return typeof value === 'string' && /(^|_)url$/.test(key) && value.startsWith('/') ? [value] : []
}

/** The page of an unknown URL. */
const unknown = (page: Page) => page.getByRole('heading', { name: 'Page not found' })

/** Expects that the URL opens a page other than that of an unknown URL. */
async function expectOpened(page: Page, url: string, way: string): Promise<void> {
  await expect(unknown(page), `${way} to ${url}`).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }).first(), `${way} to ${url}`).toBeVisible()
}

/** Opens a URL without reloading the document, like a link of the product, from the page of an unknown URL. */
async function navigate(page: Page, url: string): Promise<void> {
  const push = (to: string) => page.evaluate((path) => history.pushState({}, '', path), to)
  await push('/no-such-page')
  await expect(unknown(page)).toBeVisible()
  await push(url)
}

/** Opens one URL of each type that the API returned or an opened page links to by navigation, and some by reload. */
async function crawl(page: Page, origin: string, returned: readonly string[]): Promise<readonly string[]> {
  const waiting = [...ENTRIES, ...returned]
  const opened = new Set<string>()
  await page.goto(origin)
  for (let next = waiting.shift(); next !== undefined && opened.size < MAX_KINDS; next = waiting.shift()) {
    const url = new URL(next, origin)
    const kind = kindOf(url)
    if (url.origin !== origin || NO_PAGE.test(url.pathname) || opened.has(kind)) continue
    opened.add(kind)
    const path = `${url.pathname}${url.search}`
    await navigate(page, path)
    await expectOpened(page, path, 'navigation')
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href))
    waiting.push(...links)
    if (!isFullSet && opened.size % RELOAD_EVERY !== 0) continue
    await page.goto(`${origin}${path}`, { waitUntil: 'domcontentloaded' })
    await expectOpened(page, path, 'reload')
  }
  return [...opened]
}

async function returnedTo(page: Page, origin: string): Promise<readonly string[]> {
  const answers = await Promise.all(LISTS.map((list) => page.request.get(`${origin}${list}`)))
  const bodies = await Promise.all(answers.filter((answer) => answer.ok()).map((answer) => answer.json()))
  return bodies.flatMap((body) => urlsIn(body))
}

/** Types of URL that every reader of the examples finds. */
const COMMON = ['/superset/dashboard/:id?', '/dashboard/:id?', '/dashboard/list?', '/chart/list?', '/chart/edit/:id?']

test('Every type of URL shown to an administrator opens by navigation and by reload', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const layer = await calls.post('/api/v1/annotation_layer/', { name: 'Linked layer' })
  const datasets = await calls.get<{ ids: readonly number[] }>('/api/v1/dataset/')
  const rows = [`/dataset/${datasets.ids[0]}`, `/annotation_layer/${layer.id}`, '/tag/list']
  await page.goto(`${facet.url}/dashboard/pizza`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const kinds = await crawl(page, facet.url, [...rows, ...(await returnedTo(page, facet.url))])
  expect(kinds).toEqual(expect.arrayContaining([...COMMON, '/dataset/:id?', '/annotation_layer/:id?', '/tag/list?']))
})

test('Every type of URL shown to a viewer opens by navigation and by reload', async ({ facet, browser }) => {
  const all = 'all_datasource_access'
  const page = await userPage(browser, facet, 'Gamma', { more: [[all, all]] })
  const kinds = await crawl(page, facet.url, await returnedTo(page, facet.url))
  expect(kinds).toEqual(expect.arrayContaining(COMMON))
  await page.context().close()
})
