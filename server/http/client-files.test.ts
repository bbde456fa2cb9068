import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'

let dist: string
let fixture: TestApp

function put(path: string, text: string): void {
  mkdirSync(dirname(join(dist, path)), { recursive: true })
  writeFileSync(join(dist, path), text)
}

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'facet-builds-'))
  put('builds/before/client/assets/page-old.js', 'old')
  put('builds/before/client/assets/both-same.js', 'before')
  put('builds/now/client/assets/page-new.js', 'new')
  put('builds/now/client/assets/both-same.js', 'now')
  put('builds/now/secret.js', 'no asset')
  put('builds/cut-short/server/main.js', '')
  fixture = await makeTestApp({ config: { clientDir: join(dist, 'builds/now/client') } })
})
afterAll(async () => {
  await fixture.close()
  rmSync(dist, { recursive: true, force: true })
})

it('a page that was opened before a restart finds the files of its build', async () => {
  const bodies = await Promise.all(
    ['page-new.js', 'page-old.js', 'both-same.js'].map(
      async (name) => (await fixture.nobody.get(`/assets/${name}`)).body,
    ),
  )
  expect(bodies).toEqual(['new', 'old', 'now'])
  const answer = await fixture.nobody.get('/assets/page-old.js')
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

it('returns 404 for files that are not part of the client', async () => {
  for (const path of ['page-gone.js', '../../secret.js', '..%2f..%2fsecret.js', '%2e%2e/index.html'])
    expect((await fixture.nobody.get(`/assets/${path}`)).statusCode).toBeGreaterThanOrEqual(400)
})

it('files of a build that was removed meanwhile are not found, and the others are', async () => {
  rmSync(join(dist, 'builds/before'), { recursive: true })
  expect((await fixture.nobody.get('/assets/page-old.js')).statusCode).toBe(404)
  expect((await fixture.nobody.get('/assets/page-new.js')).statusCode).toBe(200)
})

it('browsers that look for an icon at its usual URL get the one of the client', async () => {
  const { statusCode, headers } = await fixture.nobody.get('/favicon.ico')
  expect([statusCode, headers.location]).toEqual([302, 'assets/facet.svg'])
})
