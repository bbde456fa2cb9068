import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSettings } from '#server/base/config.ts'
import { currentKey } from '#server/base/secret-keys.ts'
import { signToken } from '#server/security/token.ts'
import { type Client, makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { uploadCsv } from '#testing/csv-upload.ts'
import { allRoutes } from '#testing/product-routes.ts'

const EVIL = '<script>alert(1)</script>'
/** Secret keys published in examples and images. */
const KNOWN_KEYS = [
  'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
  '\\2\\1thisismyscretkey\\1\\2\\e\\y\\y\\h',
  'thisISaSECRET_1234',
  'TEST_NON_DEV_SECRET',
]

let fixture: TestApp
let admin: Client
let dataset: number
let chart: number
let dashboard: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  // As in the built client: the bootstrap data is in a separate element.
  const { clientDir } = fixture.context.config
  mkdirSync(clientDir, { recursive: true })
  const handed = '<script type="application/json">__FACET_BOOTSTRAP__</script>'
  writeFileSync(
    join(clientDir, 'index.html'),
    `<html><body>${handed}<div id="root"><!-- waiting --><!-- /waiting --></div></body></html>`,
  )
  const columns = [{ column_name: EVIL, type: 'VARCHAR' }]
  dataset = (await fixture.dataset({ table_name: EVIL, description: EVIL, columns })).id
  const draft = { datasource_id: dataset, params: JSON.stringify({ markdown: EVIL }) }
  chart = (await fixture.chart({ slice_name: EVIL, description: EVIL, ...draft })).id
  const board = { dashboard_title: EVIL, css: `</style>${EVIL}`, json_metadata: JSON.stringify({ a: EVIL }) }
  dashboard = (await fixture.dashboard({ ...board, charts: [chart] })).id
})
afterAll(() => fixture.close())

/** Every URL that is read, with the entities created above. */
const addresses = () =>
  allRoutes()
    .filter((route) => route.startsWith('GET '))
    .map((route) =>
      route
        .slice(4)
        .replaceAll(/chart\/:id|slice_json\/:id/g, (each) => each.replace(':id', String(chart)))
        .replaceAll(/dashboard\/(:id|:idOrSlug)/g, `dashboard/${dashboard}`)
        .replaceAll(/dataset\/:id|:type\/:id/g, (each) =>
          each.replace(':type', 'table').replace(':id', String(dataset)),
        )
        .replaceAll(/:\w+/g, encodeURIComponent(EVIL)),
    )

describe('redirects stay on this host', () => {
  const EXTERNAL_URLS = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    '/%09/evil.example',
    '///evil.example/%2f..',
  ]
  const leaves = (location: string | undefined) =>
    new URL(location ?? '/', 'http://here.example').hostname !== 'here.example'

  it.each(EXTERNAL_URLS)('CVE-2021-28125: after a sign-in with the next URL %s', async (next) => {
    await fixture.user('ada', ['Gamma'])
    const shown = await fixture.nobody.get(`/login/?next=${encodeURIComponent(next)}`)
    const token = /name="csrf_token" value="([^"]+)"/.exec(shown.body)?.[1] ?? ''
    const cookie = String(shown.headers['set-cookie'] ?? '').split(';')[0] ?? ''
    const payload = `username=ada&password=${encodeURIComponent(PASSWORD)}&csrf_token=${token}`
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fixture.nobody.post(`/login/?next=${encodeURIComponent(next)}`, payload, { headers })
    expect([answer.statusCode, leaves(answer.headers.location)]).toEqual([302, false])
    expect(String(answer.headers['set-cookie'])).toContain('session=')
  })

  it('CVE-2022-43721: every page redirects to this host when its URL contains another host', async () => {
    // One of them ends the session.
    const own = await fixture.as('Admin', 'Alpha')
    const pages = ['', 'superset/welcome/', 'superset/explore/', 'login/', 'logout/', 'databaseview/list/']
    for (const page of pages) {
      for (const host of ['//evil.example/', '/\\evil.example/', '/https://evil.example/']) {
        for (const parameter of [
          '',
          '?next=https://evil.example',
          '?redirect=//evil.example',
          '?url=https://evil.example',
        ]) {
          const { headers } = await own.get(`${host}${page}${parameter}`)
          const plain = await own.get(`/${page}${parameter}`)
          expect([page, leaves(headers.location), leaves(plain.headers.location)]).toEqual([page, false, false])
        }
      }
    }
  })

  it('CVE-2023-42502: URLs in responses do not contain the Host header', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const form = { formData: { datasource: `${dataset}__table` } }
    const answers = [
      await admin.post('/api/v1/explore/permalink', form, { headers }),
      await admin.post(`/api/v1/dashboard/${dashboard}/permalink`, {}, { headers }),
      await admin.get('/api/v1/dataset/', { headers }),
      await admin.get('/api/v1/chart/', { headers }),
      await admin.get(`/superset/dashboard/${dashboard}/`, { headers }),
      await admin.get('/superset/welcome/', { headers }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBeLessThan(400)
      expect(`${answer.body}${String(answer.headers.location)}`).not.toContain('evil.example')
    }
    expect(answers[0]?.json().url).toMatch(/^\/superset\/explore\/p\/\w+\/$/)
  })
})

describe('input of users is escaped in HTML pages', () => {
  const page = async (url: string) => {
    const answer = await admin.get(url, { headers: { accept: 'text/html' } })
    expect(answer.headers['content-type']).toContain('text/html')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy.split(';').find((each) => each.includes('script-src'))).not.toContain('unsafe')
    return answer.body
  }

  it('CVE-2022-43717: titles, CSS and descriptions of a dashboard', async () => {
    for (const url of [`/dashboard/${dashboard}`, `/dashboard/${encodeURIComponent(EVIL)}`]) {
      expect(await page(url)).not.toContain(EVIL)
    }
    const reported = await admin.get(`/api/v1/dashboard/${dashboard}`)
    expect([reported.headers['content-type'], reported.headers['x-content-type-options']]).toEqual([
      'application/json; charset=utf-8',
      'nosniff',
    ])
  })

  it('CVE-2022-43718: names of files and fields of an upload', async () => {
    const { id } = await fixture.database({ allow_file_upload: true })
    const answers = [
      await uploadCsv(admin, id, 'a\n1\n', {}, `${EVIL}.exe`),
      await uploadCsv(admin, id, 'a\n1\n', { already_exists: EVIL }),
      await uploadCsv(admin, id, '', { table_name: EVIL }),
      await uploadCsv(admin, id, 'a\n1\n', { delimiter: EVIL }, `${EVIL}.csv`),
    ]
    for (const { statusCode, headers } of answers) {
      expect([statusCode >= 400, headers['content-type']]).toEqual([true, 'application/json; charset=utf-8'])
    }
  })

  it('CVE-2022-43720: URL parameters and SQL of a form', async () => {
    expect((await fixture.nobody.get(`/login/?next=${encodeURIComponent(`/${EVIL}"><b>`)}`)).body).not.toMatch(
      /<script>alert|"><b>/,
    )
    const text = JSON.stringify({ datasourceKey: `${dataset}__table`, sql: `SELECT '${EVIL}' AS "${EVIL}"` })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const shown = await admin.post('/superset/sqllab/', `form_data=${encodeURIComponent(text)}`, { headers })
    expect(shown.headers['content-type']).toContain('text/html')
    expect(shown.body).toContain('alert(1)')
    expect(shown.body).not.toContain(EVIL)
  })

  it('CVE-2023-49657: titles of charts and dashboards, and names of users, on every page', async () => {
    // Bootstrap data contains the name of the user.
    const own = await fixture.signedIn(await fixture.user(EVIL, ['Admin']))
    let pages = 0
    for (const url of addresses()) {
      const answer = await own.get(url, { headers: { accept: 'text/html' } })
      if (!String(answer.headers['content-type']).includes('html')) continue
      pages++
      expect([url, answer.body.includes(EVIL)]).toEqual([url, false])
      const policy = String(answer.headers['content-security-policy'])
      expect([url, policy.includes("script-src 'self';")]).toEqual([url, true])
    }
    expect(pages).toBeGreaterThan(10)
    expect(await page(`/explore/?slice_id=${chart}`)).toContain('<div id="root">')
  })

  it('CVE-2023-43701: other responses forbid scripts, and those that contain it have the content type of data and nosniff', async () => {
    const holding: string[] = []
    for (const url of addresses()) {
      const answer = await admin.get(url, { headers: { accept: 'text/html' } })
      expect([url, answer.headers['x-content-type-options']]).toEqual([url, 'nosniff'])
      const isPage = String(answer.headers['content-type']).includes('html')
      if (!isPage) expect([url, answer.headers['content-security-policy']]).toEqual([url, "default-src 'none'"])
      if (!answer.body.includes(EVIL)) continue
      holding.push(url)
      const { 'content-type': type, 'content-disposition': disposition } = answer.headers
      // A browser saves a file with the disposition `attachment`, and does not show it.
      const isFile = type === 'text/csv; charset=utf-8' && String(disposition).startsWith('attachment;')
      expect([url, isFile || type]).toEqual([url, isFile || 'application/json; charset=utf-8'])
    }
    expect(holding).toEqual(expect.arrayContaining([`/api/v1/chart/${chart}`, `/api/v1/dashboard/${dashboard}`]))
  })

  it('files in responses to POST requests forbid scripts and have nosniff, also outside of /api/', async () => {
    const form = { datasource: `${dataset}__table`, viz_type: 'table', all_columns: [EVIL], query_mode: 'raw' }
    const body = `form_data=${encodeURIComponent(JSON.stringify(form))}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = allRoutes().filter((route) => /^POST .*(explore_json|csv|export|samples)/.test(route))
    expect(posted).toContain('POST /superset/explore_json')
    for (const route of posted) {
      const path = route.slice('POST '.length).replace(':type', 'table').replaceAll(/:\w+/g, String(dataset))
      const answer = await admin.post(`${path}?csv=true`, body, { headers })
      expect([path, answer.headers['content-security-policy']]).toEqual([path, "default-src 'none'"])
      expect([path, answer.headers['x-content-type-options']]).toEqual([path, 'nosniff'])
    }
  })

  it('CVE-2025-55672: labels of a chart are returned as JSON', async () => {
    const label = { expressionType: 'SQL', sqlExpression: "'x'", label: EVIL }
    const body = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: [label], result_type: 'query' }] }
    const answer = await admin.post('/api/v1/chart/data', body, { headers: { accept: 'text/html' } })
    expect(answer.body).toContain(EVIL)
    expect([answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
      'application/json; charset=utf-8',
      'nosniff',
    ])
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'")
  })
})

describe('a request of another site changes nothing', () => {
  it('CVE-2022-43719: no GET request of another site writes', async () => {
    const { store } = fixture.context
    const count = async () => {
      const rows = [store.charts, store.dashboards, store.datasets, store.databases, store.roles, store.users]
      const counts = await Promise.all(rows.map(async (each) => (await each.list({})).count))
      const versions = [(await store.charts.get(chart))?.version, (await store.dashboards.get(dashboard))?.version]
      return [...counts, ...versions, await store.favorites.ids(admin.user?.userId ?? 0, 'chart', [chart])]
    }
    const before = await count()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'x-csrftoken': '' }
    const actions = ['select', 'unselect', 'approve', 'accept', 'add', 'delete']
    const old = actions.flatMap((act) => [
      `/superset/favstar/slice/${chart}/${act}/`,
      `/superset/${act}?datasource_id=${dataset}`,
    ])
    for (const url of [...addresses(), ...old, '/superset/request_access/']) {
      expect((await admin.get(url, { headers })).statusCode).toBeLessThan(500)
    }
    expect(await count()).toEqual(before)
    const answer = await admin.post('/api/v1/dashboard/', { dashboard_title: 'x' }, { headers })
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([400, 'csrf-missing'])
  })
})

describe('published secret keys', () => {
  it.each(KNOWN_KEYS)('CVE-2023-27524: a token signed with %s is rejected', async (key) => {
    const claims = { userId: admin.user?.userId as number, kind: 'access', fresh: true } as const
    const token = async (secret: string) =>
      fixture.nobody.get('/api/v1/me/', {
        headers: { authorization: `Bearer ${await signToken(secret, claims, 'x', fixture.now)}` },
      })
    expect((await token(key)).statusCode).toBeGreaterThanOrEqual(400)
    expect((await token(currentKey(fixture.context.config.secretKey))).statusCode).toBe(200)
  })

  it('CVE-2023-27524: prevent the server from starting', () => {
    for (const FACET_SECRET_KEY of [KNOWN_KEYS[0] ?? '', 'CHANGE_ME_SECRET_KEY', 'thisISaSECRET_1234']) {
      expect(readSettings({ FACET_SECRET_KEY }, fixture.home)).toHaveProperty('problems')
    }
    expect(readSettings({ FACET_SECRET_KEY: 'sfg9348fh2934fh2934fh' }, fixture.home)).not.toHaveProperty('problems')
  })
})

describe('internal errors reveal no details', () => {
  const DETAIL = 'relation "users" at /srv/facet, row (424242)'

  it('CVE-2023-39264: a response contains no stack trace and no file name', async () => {
    const broken = vi.spyOn(fixture.context.store.charts, 'list').mockRejectedValueOnce(new Error(DETAIL))
    const answer = await admin.get('/api/v1/chart/')
    broken.mockRestore()
    expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'Fatal error' }])
    expect(fixture.logged.at(-1)).toContain('424242')
    const wrong = { datasource: { id: dataset, type: 'table' }, queries: [{ metrics: ['nothing'] }] }
    expect((await admin.post('/api/v1/chart/data', wrong)).body).not.toMatch(/\.ts:\d|\.js:\d|node_modules/)
  })

  it('CVE-2024-27315: later responses do not contain the error', async () => {
    expect((await admin.get('/api/v1/report/')).statusCode).toBe(404)
    for (const url of ['/api/v1/log/recent_activity', '/superset/recent_activity/1', `/api/v1/chart/${chart}`]) {
      expect((await admin.get(url)).body).not.toContain('424242')
    }
  })
})

it('CVE-2023-42504: concurrent bundles of a user above the limit return 429', async () => {
  const bundle = zip({ 'metadata.yaml': 'version: 1.0.0\ntype: Dashboard\n' })
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(admin, 'dashboard', bundle)))
  const codes = answers.map(({ headers }) => headers['x-facet-error'])
  expect(codes.filter((code) => code === 'work-waiting').length).toBeGreaterThan(0)
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBe(
    codes.filter((code) => code === 'work-waiting').length,
  )
  // Another user is not delayed by it, nor is the same user afterwards.
  expect((await upload(admin, 'dashboard', bundle)).headers['x-facet-error']).not.toBe('work-waiting')
})
