import { beforeEach, expect, it, vi } from 'vitest'
import { prefetchPageCalls } from './prefetch-page-calls.ts'

let requested: string[] = []

beforeEach(() => {
  requested = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return Response.json({})
  })
})

/** A page as the server sends it. */
const page = (basePath = '') => ({
  getElementById: (id: string) =>
    id === 'bootstrap' ? ({ textContent: JSON.stringify({ settings: { basePath } }) } as HTMLElement) : null,
})

it.each([
  ['/dashboard/5', '5'],
  ['/dashboard/5/', '5'],
  ['/dashboard/three%20flights/', 'three%20flights'],
])('the page %s requests what a dashboard needs first', (path, name) => {
  prefetchPageCalls(page(), path)
  expect(requested).toEqual(['', '/charts', '/datasets'].map((part) => `/api/v1/dashboard/${name}${part}`))
})

it('requests below the base path of the product', () => {
  prefetchPageCalls(page('/bi'), '/bi/dashboard/5/')
  expect(requested[0]).toBe('/bi/api/v1/dashboard/5')
  requested = []
  prefetchPageCalls(page('/bi'), '/dashboard/5/')
  expect(requested).toEqual([])
})

it.each([
  '/',
  '/dashboard/list',
  '/dashboard/list/',
  '/dashboard/5/more',
  '/explore',
  '/chart/list',
  '/dashboard/%zz/',
])('the page %s requests nothing', (path) => {
  prefetchPageCalls(page(), path)
  expect(requested).toEqual([])
})

it('a page that the server did not fill requests nothing', () => {
  prefetchPageCalls({ getElementById: () => null }, '/dashboard/5/')
  expect(requested).toEqual([])
})
