import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { calls, resources } from './index.ts'
import { documentOf } from './openapi/document.ts'
import { resourceRoutes } from './resource-routes.ts'

let fixture: TestApp
beforeAll(async () => {
  fixture = await makeTestApp()
})
afterAll(() => fixture.close())

it('docs/reference/openapi.json is the document of all resources', async () => {
  const document = documentOf(resources, calls)
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/reference/openapi.json')
})

it('the document has no reference without a target', () => {
  const document = JSON.parse(JSON.stringify(documentOf(resources, calls)))
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(references).toContain('components/schemas/PlanNode')
  for (const path of references) {
    const target = path.split('/').reduce((part, name) => part?.[name], document)
    expect([path, target]).toEqual([path, expect.objectContaining({ type: expect.anything() })])
  }
})

it('the document contains every call with its method', () => {
  const { paths } = documentOf(resources, calls) as { readonly paths: Record<string, Record<string, unknown>> }
  const all = [
    ...resources.flatMap((each) => resourceRoutes(each).map((route) => [`/api/v1/${each.name}`, route] as const)),
    ...Object.entries(calls).flatMap(([base, routes]) => routes.map((route) => [base, route] as const)),
  ]
  expect(all.length).toBeGreaterThan(100)
  for (const [base, { method, path }] of all) {
    const named = `${base}${path}`.replace(/:(\w+)/g, '{$1}')
    expect([named, paths[named]?.[method.toLowerCase()]]).toEqual([named, expect.anything()])
  }
})

it('the server sends the document to users who may read it', async () => {
  const answer = await (await fixture.as('Gamma')).get('/api/v1/_openapi')
  expect([answer.statusCode, answer.json()]).toEqual([200, JSON.parse(JSON.stringify(documentOf(resources, calls)))])
  expect(answer.json().paths['/api/v1/cachekey/invalidate'].post.requestBody.content).toHaveProperty([
    'application/json',
    'schema',
    'properties',
    'datasource_uids',
  ])
  expect((await fixture.nobody.get('/api/v1/_openapi')).statusCode).toBe(401)
  const { roles } = fixture.context.store
  await roles.setPairs((await roles.create({ name: 'Charts only' }, null)).id, [['can_read', 'Chart']])
  expect((await (await fixture.as('Charts only')).get('/api/v1/_openapi')).statusCode).toBe(403)
})

it('the document has a page to try calls, whose policy allows scripts of this server only', async () => {
  const gamma = await fixture.as('Gamma')
  for (const url of ['/swagger/v1', '/swagger/v1/']) {
    const page = await gamma.get(url)
    const policy = String(page.headers['content-security-policy'])
    expect([page.statusCode, policy.split('; ')]).toEqual([
      200,
      expect.arrayContaining(["default-src 'self'", "script-src 'self'", "connect-src 'self'"]),
    ])
  }
  const { statusCode, headers } = await fixture.nobody.get('/swagger/v1')
  expect([statusCode, headers['location']]).toEqual([302, '/login/?next=%2Fswagger%2Fv1'])
})
