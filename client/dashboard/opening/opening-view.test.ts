import { afterEach, expect, it, vi } from 'vitest'
import { selectFilter } from '#testing/dashboard.ts'
import { openingView, viewMasks } from './opening-view.ts'

const said = (value: string) => ({ filterState: { value: [value] } })
const answers: Record<string, unknown> = {
  '/api/v1/dashboard/permalink/p': { dashboardId: '5', state: { dataMask: { a: said('permalink') }, urlParams: [] } },
  '/api/v1/dashboard/5/filter_state/k': { value: JSON.stringify({ a: said('key'), b: said('key') }) },
  '/api/v1/dashboard/5/filtersets': {
    result: [
      {
        id: 9,
        params: {
          nativeFilters: {},
          dataMask: Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, said('set')])),
        },
      },
    ],
  },
}

function serve(): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const found = answers[new URL(url, 'http://localhost').pathname]
    return Response.json(found ?? { message: 'Not found' }, { status: found ? 200 : 404 })
  })
}
afterEach(() => void vi.unstubAllGlobals())

const open = async (search: string) => {
  serve()
  const { masks } = await openingView({ search, hash: '' }, '5')
  return Object.fromEntries(
    Object.entries(masks).map(([id, mask]) => [id, (mask as ReturnType<typeof said>).filterState.value[0]]),
  )
}
const native =
  'native_filters=(a:(filterState:(value:!(address))),b:(filterState:(value:!(address))),c:(filterState:(value:!(address))))'

it('takes each filter from permalink, filter state, native_filters or filter set, in this order', async () => {
  expect(await open(`?filter_set=9&${native}&native_filters_key=k&permalink_key=p`)).toEqual({
    a: 'permalink',
    b: 'key',
    c: 'address',
    d: 'set',
  })
  expect(await open(`?filter_set=9&${native}`)).toEqual({ a: 'address', b: 'address', c: 'address', d: 'set' })
})

it('ignores a filter state or filter set that does not exist', async () => {
  expect(await open('?native_filters_key=gone&filter_set=77')).toEqual({})
  expect(await open('?filter_set=all')).toEqual({})
})

it('prefers values by name to native_filters and filter set, but not to permalink or filter state', async () => {
  serve()
  const filters = ['a', 'b', 'c', 'd'].map((id) => ({ ...selectFilter(id, 'x'), name: `Filter ${id}` }))
  const names = ['a', 'b', 'c', 'd'].map((id) => `f.Filter+${id}=name`).join('&')
  const search = `?filter_set=9&${native}&native_filters_key=k&permalink_key=p&${names}&f.none=1`
  const { masks, problems } = viewMasks(await openingView({ search, hash: '' }, '5'), filters)
  expect(masks).toEqual({ a: said('permalink'), b: said('key'), c: said('name'), d: said('name') })
  expect(problems).toEqual([{ name: 'none', reason: 'no filter' }])
})
