import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ResponseCache } from './response-cache.ts'
import { serveRoute } from '#server/http/serve-route.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { submitLink } from '#testing/sign-in-link.ts'

const INDEX = `<!doctype html><html><head><meta name="csp-nonce" content="__FACET_NONCE__">
<script type="application/json" id="bootstrap">__FACET_BOOTSTRAP__</script>
<script type="module" src="/assets/main-abc.js"></script>
<!-- start: assets/main-1.js -->
<!-- files of DashboardPage: assets/board-1.js assets/board-1.css -->
<!-- files of ExplorePage: assets/explore-1.js -->
<!-- files of HomePage:  -->
</head><body><div id="root"><!-- waiting --><i>soon</i><!-- /waiting --></div></body></html>`

let fixture: TestApp
let admin: Client
let clientDir: string
beforeAll(async () => {
  clientDir = mkdtempSync(join(tmpdir(), 'facet-client-'))
  mkdirSync(join(clientDir, 'assets'))
  writeFileSync(join(clientDir, 'index.html'), INDEX)
  writeFileSync(join(clientDir, 'assets/main-abc.js'), 'export {}')
  writeFileSync(join(clientDir, 'assets/main-abc.js.br'), brotliCompressSync('export {}'))
  fixture = await makeTestApp({ config: { clientDir } })
  admin = await fixture.signedIn(await fixture.user('<script>alert(1)</script>', ['Admin']))
})
afterAll(async () => {
  await fixture.close()
  rmSync(clientDir, { recursive: true })
})

describe('pages', () => {
  it('C-DATA-08, K-QUERY-10: contain the web timeout and default chart type of the settings, or 60 s and a table', async () => {
    const settingsOf = async (environment: Record<string, string>) => {
      const set = await makeTestApp({ config: { clientDir }, environment })
      const page = await (await set.as('Admin')).get('/chart/add')
      await set.close()
      return JSON.parse(/id="bootstrap">(.*)<\/script>\n/.exec(page.body)?.[1] as string).settings
    }
    expect(await settingsOf({})).toMatchObject({ webTimeout: 60, defaultVizType: 'table', sqlRowLimit: 100_000 })
    const given = { FACET_WEB_TIMEOUT_S: '7', FACET_DEFAULT_VIZ_TYPE: 'pie', FACET_SQLLAB_RESULT_ROWS: '500' }
    expect(await settingsOf(given)).toMatchObject({ webTimeout: 7, defaultVizType: 'pie', sqlRowLimit: 500 })
  })

  it('contain user, flags and settings as escaped JSON', async () => {
    const page = await admin.get('/dashboard/list')
    expect(page.statusCode).toBe(200)
    const json = /id="bootstrap">(.*)<\/script>\n/.exec(page.body)?.[1] as string
    expect(json).not.toContain('<')
    const bootstrap = JSON.parse(json)
    expect(bootstrap.user.username).toBe('<script>alert(1)</script>')
    expect(bootstrap.flags.DASHBOARD_CROSS_FILTERS).toBe(true)
    expect(bootstrap.settings).toMatchObject({ webTimeout: 60, rowLimit: 10_000, pageSize: 25, basePath: '' })
    const nonce = /csp-nonce" content="([^"]+)"/.exec(page.body)?.[1]
    expect(String(page.headers['content-security-policy'])).toContain(`'nonce-${nonce}'`)
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    expect(page.headers['cache-control']).toBe('no-store')
  })

  it('tell signed-in users that the example data are being loaded, whose progress they can read', async () => {
    const read = async () => {
      const { settings } = JSON.parse(
        /id="bootstrap">(.*)<\/script>\n/.exec((await admin.get('/')).body)?.[1] as string,
      )
      return [settings.isLoadingExamples, (await admin.get('/api/v1/example_load/')).json().result]
    }
    const load = { state: 'loading', loaded: 3, total: 16 }
    const at = (state: string) => {
      Object.assign(fixture.context, { exampleLoad: () => ({ ...load, state }) })
      return read()
    }
    expect(await read()).toEqual([false, { state: 'none', loaded: 0, total: 0 }])
    expect(await at('loading')).toEqual([true, load])
    expect(await at('failed')).toEqual([false, { ...load, state: 'failed' }])
    expect(await at('none')).toEqual([false, { ...load, state: 'none' }])
    expect((await fixture.nobody.get('/api/v1/example_load/')).statusCode).toBe(401)
  })

  it('public pages are hidden from search engines, unless a setting allows indexing', async () => {
    const robots = async (environment: Record<string, string>) => {
      const set = await makeTestApp({ config: { clientDir }, environment })
      const role = await set.context.store.roles.byName('Public')
      await set.context.store.roles.addPairs(role?.id ?? 0, [['can_read', 'Dashboard']])
      const signedIn = await set.as('Admin')
      const pages = [set.nobody.get('/dashboard/1'), set.nobody.get('/login/'), signedIn.get('/dashboard/1')]
      const found = (await Promise.all(pages)).map(({ statusCode, headers }) => [statusCode, headers['x-robots-tag']])
      await set.close()
      return found
    }
    const [cached, listed] = [
      [200, 'noindex'],
      [200, undefined],
    ]
    expect(await robots({})).toEqual([cached, cached, listed])
    expect(await robots({ FACET_INDEXABLE: '1' })).toEqual([listed, listed, listed])
  })

  it('preload only their files, after those of the first paint', async () => {
    const links = async (client: Client, url: string) =>
      (await client.get(url)).body.match(/<link [^>]*>|<!-- files/g)?.map((link) => link.replace(/<link |>/g, '')) ?? []
    const set = await makeTestApp({ config: { clientDir }, environment: { FACET_BASE_PATH: '/facet' } })
    const script = (base: string, file: string) =>
      `rel="modulepreload" crossorigin fetchpriority="low" href="${base}/assets/${file}"`
    expect(await links(admin, '/dashboard/1')).toEqual([
      script('', 'board-1.js'),
      'rel="preload" as="style" fetchpriority="low" href="/assets/board-1.css"',
    ])
    expect(await links(await set.as('Admin'), '/explore/?slice_id=1')).toEqual([script('/facet', 'explore-1.js')])
    expect(await links(admin, '/')).toEqual([])
    expect(await links(fixture.nobody, '/login/')).toEqual([])
    const scripts = async (url: string) => (await fixture.nobody.get(url)).body.match(/src="[^"]*main-1\.js"/g)
    expect([await scripts('/login/'), (await admin.get('/')).body.includes('main-1.js')]).toEqual([
      ['src="/assets/main-1.js"'],
      false,
    ])
    await set.close()
  })

  it('show a page frame until the client has started, except standalone and on the sign-in page', async () => {
    const inside = async (url: string) => /<div id="root">(.*?)<\/div>/.exec((await admin.get(url)).body)?.[1] ?? ''
    expect(await inside('/dashboard/1')).toContain('<i>soon</i>')
    expect((await fixture.nobody.get('/login/')).body).not.toContain('soon')
    expect(await inside('/dashboard/1?standalone=1')).toBe('')
    expect(await inside('/dashboard/1?standalone=true')).toBe('')
  })

  it('allow embedding by this host and by configured origins', async () => {
    const page = async (environment: Record<string, string>) => {
      const set = await makeTestApp({ config: { clientDir }, environment })
      const { headers, body } = await (await set.as('Admin')).get('/dashboard/1')
      await set.close()
      const { isFramed } = JSON.parse(/id="bootstrap">(.*)<\/script>\n/.exec(body)?.[1] as string).settings
      return [/frame-ancestors [^;]*/.exec(String(headers['content-security-policy']))?.[0], isFramed]
    }
    expect(await page({})).toEqual(["frame-ancestors 'self'", false])
    expect(await page({ FACET_FRAME_ANCESTORS: 'https://a.example.org, https://b.example.org' })).toEqual([
      "frame-ancestors 'self' https://a.example.org https://b.example.org",
      true,
    ])
  })

  it('show images of this host and of configured origins', async () => {
    const page = async (environment: Record<string, string>) => {
      const set = await makeTestApp({ config: { clientDir }, environment })
      const { headers, body } = await (await set.as('Admin')).get('/dashboard/1')
      await set.close()
      const { imageOrigins } = JSON.parse(/id="bootstrap">(.*)<\/script>\n/.exec(body)?.[1] as string).settings
      return [/img-src [^;]*/.exec(String(headers['content-security-policy']))?.[0], imageOrigins]
    }
    expect(await page({})).toEqual(["img-src 'self' data: blob:", []])
    expect(await page({ FACET_IMAGE_ORIGINS: 'https://a.example.org, https://b.example.org/' })).toEqual([
      "img-src 'self' data: blob: https://a.example.org https://b.example.org",
      ['https://a.example.org', 'https://b.example.org'],
    ])
  })

  it('get another CSP nonce at each request', async () => {
    const nonce = async () => (await admin.get('/')).headers['content-security-policy']
    expect(await nonce()).not.toBe(await nonce())
  })

  it.each([
    '/',
    '/dashboard/12',
    '/dashboard/a-slug/',
    '/explore/?slice_id=1',
    '/chart/list/',
    '/dataset/list',
    '/dashboard_grant/list',
    '/annotation_layer/list',
    '/css_template/list',
    '/saved_query/list/',
    '/bin?kind=chart',
    '/annotation_layer/7',
    '/sqllab',
  ])('the client is served at %s to signed-in users', async (url) => {
    expect((await admin.get(url)).statusCode).toBe(200)
    const unknown = await fixture.nobody.get(url)
    expect([unknown.statusCode, unknown.headers.location]).toEqual([302, `/login/?next=${encodeURIComponent(url)}`])
  })

  it.each([
    ['/superset/welcome/', '/'],
    ['/superset/dashboard/sales/?native_filters_key=x', '/dashboard/sales?native_filters_key=x'],
    ['/superset/explore/?form_data=%7B%22slice_id%22%3A1%7D', '/explore?form_data=%7B%22slice_id%22%3A1%7D'],
    ['/superset/explore/table/12/?a=b', '/explore?datasource_type=table&datasource_id=12&a=b'],
    ['/tablemodelview/list/', '/dataset/list'],
    ['/databaseview/list/', '/database/list'],
    ['/annotationlayermodelview/list/', '/annotation_layer/list'],
    ['/csstemplatemodelview/list/', '/css_template/list'],
    ['/savedqueryview/list/', '/saved_query/list'],
    ['/annotationmodelview/7/annotation/', '/annotation_layer/7'],
    ['/superset/tags/', '/tag/list'],
    ['/superset/all_entities/?id=3', '/tag/objects?id=3'],
  ])('redirect from legacy URLs: %s', async (url, location) => {
    const answer = await fixture.nobody.get(url)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location])
  })

  it('each client route has a page', async () => {
    const drawn = readFileSync(join(import.meta.dirname, '../../client/routes.tsx'), 'utf8')
    const addresses = [...drawn.matchAll(/[pP]age\('([^']+)'/g)].map(([, path = '']) => path.replace(/\$\w+/g, '7'))
    expect(addresses).toContain('/dashboard/list')
    const there = addresses.filter((path) => !path.startsWith('/login'))
    const answers = await Promise.all(there.map(async (path) => [path, (await admin.get(path)).statusCode]))
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
  })

  it('return the client with 404 for unknown pages, and JSON for unknown calls', async () => {
    const page = await admin.get('/no/such/page', { headers: { accept: 'text/html' } })
    expect([page.statusCode, String(page.headers['content-type'])]).toEqual([404, 'text/html; charset=utf-8'])
    const call = await fixture.nobody.get('/api/v1/nothing/')
    expect([call.statusCode, call.json()]).toEqual([404, { message: 'Not found' }])
    expect(call.headers['content-security-policy']).toBe("default-src 'none'")
  })
})

describe('files of the client', () => {
  it('serves them compressed in advance and cached permanently', async () => {
    const answer = await fixture.nobody.get('/assets/main-abc.js', { headers: { 'accept-encoding': 'br, gzip' } })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(String(answer.headers['content-type'])).toMatch(/^(application|text)\/javascript/)
    const plain = await fixture.nobody.get('/assets/main-abc.js', { headers: { 'accept-encoding': 'identity' } })
    expect(plain.body).toBe('export {}')
  })

  it('files outside of the folder return 404', async () => {
    for (const url of ['/assets/..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/package.json', '/assets/nothing.js'])
      expect((await fixture.nobody.get(url)).statusCode).toBe(404)
  })
})

describe('an application under a base path', () => {
  it('URLs work with and without the path, and pages contain it', async () => {
    const under = await makeTestApp({ environment: { FACET_BASE_PATH: '/facet' } })
    expect((await under.nobody.get('/facet/health')).body).toBe('OK')
    expect((await under.nobody.get('/health')).body).toBe('OK')
    expect((await under.nobody.get('/facetious')).statusCode).toBe(404)
    expect((await under.nobody.get('/facet/chart/list')).headers.location).toBe(
      '/facet/login/?next=%2Ffacet%2Fchart%2Flist',
    )
    const page = await under.nobody.get('/facet/login/?next=%2Ffacet%2Fchart%2Flist')
    expect(page.body).toContain('action="/facet/login/?next=%2Fchart%2Flist"')
    expect(String(page.headers['set-cookie'])).toContain('Path=/facet')
    await under.close()
  })
})

describe('the health of the server', () => {
  it.each(['/health', '/healthcheck', '/ping', '/health/'])(
    'returns OK at %s while the store is available',
    async (url) => {
      const answer = await fixture.nobody.get(url)
      expect([answer.statusCode, answer.body]).toEqual([200, 'OK'])
    },
  )

  it('returns 503 when the store does not respond', async () => {
    const sick = await makeTestApp()
    await sick.context.store.close()
    const answer = await sick.nobody.get('/health')
    expect([answer.statusCode, answer.json()]).toEqual([503, { message: 'The server is not ready' }])
    await sick.app.close()
  })
})

it('a server with a route without a policy does not start', async () => {
  const route = { method: 'GET', path: '/open', act: async () => ({ status: 200, json: {} }) } as const
  const { app, context } = await makeTestApp()
  expect(() =>
    serveRoute(app, { context, responses: new ResponseCache(context) }, '/api/v1/x', route as never),
  ).toThrow('has no policy')
  await app.close()
})

it('logs internal errors without revealing them', async () => {
  const broken = await makeTestApp()
  const { app, context } = broken
  serveRoute(app, { context, responses: new ResponseCache(context) }, '', {
    method: 'GET',
    path: '/broken',
    policy: { allow: 'anyone' },
    handler: async () => {
      throw new Error('the password is sesame')
    },
  })
  const answer = await broken.nobody.get('/broken')
  expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'Fatal error' }])
  expect(broken.logged.join()).toContain('the password is sesame')
  await broken.close()
})

describe('a sign-in link', () => {
  const linkFor = async (username: string) => {
    const { createLinkToken: newLinkToken } = await import('#server/security/first-user.ts')
    const user = await fixture.user(username, ['Alpha'])
    return `/login/link/${await newLinkToken(fixture.context.store, user.id, fixture.now)}`
  }

  it('is valid once, within fifteen minutes', async () => {
    const link = await linkFor('linked')
    const first = await submitLink(fixture.nobody, link)
    expect([first.statusCode, first.headers.location]).toEqual([302, '/'])
    const cookie = String(first.headers['set-cookie']).split(';')[0] as string
    const me = await fixture.nobody.get('/api/v1/me/', { headers: { cookie } })
    expect(me.json().result.username).toBe('linked')
    const second = await fixture.nobody.get(link)
    expect(second.statusCode).toBe(401)
    expect(second.body).toContain('This sign-in link has been used or has expired')
    const late = await linkFor('linked')
    fixture.now += 15 * 60_000 + 1
    expect((await fixture.nobody.get(late)).statusCode).toBe(401)
  })

  it('stays valid when it is opened, as mail scanners do; its page needs no script', async () => {
    const link = await linkFor('scanned')
    for (let turn = 0; turn < 3; turn++) {
      const page = await fixture.nobody.get(link)
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(page.body).toContain(`<form method="post" action="${link}">`)
      expect(page.body).toContain('<strong>scanned</strong>')
      expect(page.body).not.toContain('<script')
      // The cookie of the page belongs to no session.
      const cookie = String(page.headers['set-cookie']).split(';')[0] as string
      expect((await fixture.nobody.get('/api/v1/me/', { headers: { cookie } })).statusCode).toBe(401)
    }
    expect((await submitLink(fixture.nobody, link)).statusCode).toBe(302)
  })

  it('stays unused by a form of another site, which would sign the reader in as another user', async () => {
    const link = await linkFor('planted')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const page = await fixture.nobody.get(link)
    const token = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    for (const payload of ['', 'csrf_token=made-up', `csrf_token=${token}`])
      for (const cookie of ['', 'session=another'])
        expect((await fixture.nobody.post(link, payload, { headers: { ...headers, cookie } })).statusCode).toBe(400)
    expect((await submitLink(fixture.nobody, link)).statusCode).toBe(302)
  })
})
