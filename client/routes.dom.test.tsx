import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { MOVED_PAGES } from '#core/rest/page-redirects.ts'
import { mockResponses } from '#testing/user-input.ts'
import { createAppRouter } from './routes.tsx'

/** Returns the path and parameters that client-side navigation to a URL ends at. */
async function opened(url: string) {
  const calls = mockResponses({})
  const router = createAppRouter('')
  router.update({ history: createMemoryHistory({ initialEntries: [url] }) } as never)
  await router.load()
  expect(calls).toEqual([])
  const { pathname, search } = router.state.location
  return { pathname, search }
}

it.each([
  ['/superset/dashboard/3/', '/dashboard/3', {}],
  ['/chart/edit/7', '/explore', { slice_id: '7' }],
  ['/dashboard/new/', '/dashboard/list', {}],
  ['/dataset/add', '/dataset/list', {}],
  ['/superset/slice/7', '/explore', { slice_id: '7' }],
  ['/superset/explore/table/4', '/explore', { datasource_type: 'table', datasource_id: '4' }],
  ['/superset/explore/p/abc', '/explore', { permalink_key: 'abc' }],
  ['/tablemodelview/list/', '/dataset/list', {}],
  ['/superset/welcome/', '/', {}],
  ['/superset/sqllab/', '/sqllab', {}],
  ['/sqllab/p/abc', '/sqllab', { permalinkKey: 'abc' }],
  ['/savedqueryview/list/', '/saved_query/list', {}],
])('client-side navigation to %s opens %s', async (url, pathname, search) => {
  const location = await opened(url)
  expect(location.pathname).toBe(pathname)
  expect(location.search).toEqual(search)
})

it('every moved page has a client route that matches its target', () => {
  const paths = Object.keys(createAppRouter('').routesByPath)
  for (const [from, to] of Object.entries(MOVED_PAGES)) {
    const [target = ''] = to.replaceAll(/:\w+/g, '$').split('?')
    const known = paths.map((path) => path.replaceAll(/\$\w+/g, '$'))
    expect(known, from).toContain(from.replaceAll(/:\w+/g, '$'))
    expect(known, from).toContain(target)
  }
})
