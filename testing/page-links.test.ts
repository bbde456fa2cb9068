import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAppRouter } from '#client/routes.tsx'
import { MOVED_PAGES } from '#core/rest/page-redirects.ts'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { allRoutes } from '#testing/product-routes.ts'

const ORIGIN = 'http://localhost'
/** Maximum redirects from a URL to its page. */
const MAX_REDIRECTS = 3
/** Pages outside the client's router: the SQL editor has a separate page. */
const OTHER_PAGES = ['/sqllab']

let fixture: TestApp
let admin: Client
let viewer: Client
/** Ids by the path segment before `:id`. */
let ids: Readonly<Record<string, number | string>>
/** URLs returned only by POST, with the user. */
const posted: string[] = []

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  viewer = await fixture.as('Gamma')
  const mine = { owners: [viewer.user?.userId as number] }
  const dataset = await fixture.dataset({ ...mine, table_name: 'linked' })
  const chart = await fixture.chart({ ...mine, slice_name: 'Linked chart', datasource_id: dataset.id })
  const board = await fixture.dashboard({ ...mine, slug: 'linked-board', charts: [chart.id] })
  const plain = await fixture.dashboard({ ...mine, charts: [chart.id] })
  const layer = await admin.post('/api/v1/annotation_layer/', { name: 'Linked layer' })
  ids = {
    chart: chart.id,
    slice: chart.id,
    dashboard: plain.id,
    dataset: dataset.id,
    database: dataset.database_id,
    annotation_layer: layer.json().id,
  }
  await admin.post('/api/v1/saved_query/', { label: 'Linked & "query"', sql: 'SELECT 1', db_id: dataset.database_id })
  await admin.post(`/api/v1/tag/chart/${chart.id}/`, { properties: { tags: ['linked'] } })
  await admin.post(`/api/v1/tag/dashboard/${board.id}/`, { properties: { tags: ['linked'] } })
  await admin.post(`/api/v1/tag/dataset/${dataset.id}/`, { properties: { tags: ['linked'] } })
  for (const client of [admin, viewer]) {
    await client.post(`/api/v1/chart/${chart.id}/favorites/`)
    await client.post(`/api/v1/dashboard/${board.id}/favorites/`)
    const seen = { event_name: 'mount_dashboard', source: 'dashboard', source_id: board.id, dashboard_id: board.id }
    await client.post('/superset/log/', {
      events: [seen, { ...seen, event_name: 'mount_explorer', slice_id: chart.id }],
    })
    const form_data = { datasource: `${dataset.id}__table`, viz_type: 'table' }
    for (const [path, body] of [
      ['/api/v1/explore/permalink', { formData: form_data }],
      [`/api/v1/dashboard/${board.id}/permalink`, { dataMask: {}, activeTabs: [] }],
    ] as const) {
      const answer = await client.post(path, body)
      if (answer.statusCode === 201) posted.push(...urlsIn(answer.json()))
    }
  }
})
afterAll(() => fixture.close())

/** Returns the page URLs in a response, relative to the origin. */
function urlsIn(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => urlsIn(each))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => urlsIn(each, name))
  if (typeof value !== 'string' || !/(^|_)url$/.test(key)) return []
  const path = value.startsWith(ORIGIN) ? value.slice(ORIGIN.length) : value
  // Column labels use the same keys.
  return path.startsWith('/') ? [path] : []
}

const part = (name: string, before: string, of: Client) => {
  const known = { type: 'table', userId: of.user?.userId, idOrSlug: ids['dashboard'], slice_id: ids['chart'] }
  return String((name === 'id' ? ids[before] : known[name as keyof typeof known]) ?? 'nothing')
}

/** Returns the path of a route with its parameters filled in. */
function filled(path: string, of: Client): string {
  const parts = path.split('/')
  return parts.map((each, at) => (each.startsWith(':') ? part(each.slice(1), parts[at - 1] ?? '', of) : each)).join('/')
}

/** Returns every page URL that any GET route returns to this client, with its route. */
async function returnedUrls(of: Client): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const paths = allRoutes().flatMap((route) => (route.startsWith('GET /') ? [route.slice(4)] : []))
  for (const path of paths.filter((each) => each.startsWith('/api/') || each.startsWith('/superset/'))) {
    const answer = await of.get(filled(path, of))
    const isJson = String(answer.headers['content-type']).includes('json')
    if (answer.statusCode !== 200 || !isJson) continue
    for (const url of urlsIn(answer.json())) found.set(url, path)
  }
  return found
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/[$:]\w+/g, '[^/]+')}/?$`)
const clientPaths = Object.keys(createAppRouter('').routesByPath)
const matches = (paths: readonly string[], url: string) =>
  paths.some((path) => pattern(path).test(new URL(url, ORIGIN).pathname))

/** Returns the page that a reload of a URL ends at, after redirects. */
async function reloaded(client: Client, url: string) {
  let at = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const { statusCode, headers } = await client.get(at, { headers: { accept: 'text/html' } })
    if (statusCode < 300 || statusCode >= 400) return { at, statusCode, type: String(headers['content-type']) }
    at = String(headers.location).replace(ORIGIN, '')
  }
  return { at, statusCode: 0, type: 'too many redirects' }
}

async function expectPage(client: Client, url: string, from: string): Promise<void> {
  expect(matches([...clientPaths, ...OTHER_PAGES], url), `client-side navigation to ${url} of ${from}`).toBe(true)
  const page = await reloaded(client, url)
  expect(page, `reload of ${url} of ${from}`).toMatchObject({ statusCode: 200, type: expect.stringContaining('html') })
  const pages = clientPaths.filter((path) => !(path.replaceAll(/\$(\w+)/g, ':$1') in MOVED_PAGES))
  expect(matches([...pages, ...OTHER_PAGES], page.at), `${url} of ${from} ends at ${page.at}`).toBe(true)
}

it.each(['administrator', 'viewer'])(
  'every URL that is returned to the %s opens a page by navigation and reload',
  async (who) => {
    const client = who === 'viewer' ? viewer : admin
    const urls = await returnedUrls(client)
    const kinds = [
      '/explore/?slice_id=',
      '/superset/dashboard/linked-board/',
      '/chart/edit/',
      '/dataset/',
      '/explore/?datasource_type=table',
    ]
    for (const kind of kinds)
      expect(
        [...urls.keys()].some((url) => url.startsWith(kind)),
        `a URL such as ${kind}`,
      ).toBe(true)
    for (const [url, from] of urls) await expectPage(client, url, from)
  },
)

it('every permalink and every tagged entity opens a page', async () => {
  expect(posted.filter((url) => url.startsWith('/superset/dashboard/p/')).length).toBeGreaterThan(0)
  expect(posted.filter((url) => url.startsWith('/superset/explore/p/')).length).toBeGreaterThan(0)
  for (const url of posted) await expectPage(admin, url, 'a permalink')
  const tagged = (await admin.get('/api/v1/tag/get_objects/?tags=linked')).json()
  const urls = urlsIn(tagged)
  expect(urls).toHaveLength(3)
  for (const url of urls) await expectPage(admin, url, 'tags')
})

it('every page of the client and every page of Superset opens by navigation and reload', async () => {
  const q = encodeURIComponent(printRison({ page: 0 }))
  const pages = clientPaths
    .filter((path) => !path.includes('/login') && !path.includes('/p/'))
    .map((path) => path.replace('$id', '1').replaceAll(/\$\w+/g, '1'))
  expect(pages.length).toBeGreaterThan(40)
  for (const page of pages) await expectPage(admin, `${page === '' ? '/' : page}?q=${q}`, 'the routes')
})
