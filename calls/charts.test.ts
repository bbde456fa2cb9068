import { afterEach, expect, it, vi } from 'vitest'
import { parseRison } from '#core/rest/rison.ts'
import { configureCalls } from '#calls/call.ts'
import { listSavedCharts } from '#calls/charts.ts'

let requested: Record<string, unknown> = {}

async function ask(...args: Parameters<typeof listSavedCharts>) {
  configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    requested = { pathname, ...(parseRison(searchParams.get('q') ?? '') as object) }
    return new Response('{"count":0,"ids":[],"result":[]}')
  })
  return listSavedCharts(...args)
}

afterEach(() => vi.unstubAllGlobals())

it('R-SLICES-06 R-SLICES-07 R-SLICES-09: the saved charts of a person, 200 of them, with the columns in order', async () => {
  await ask(4)
  expect(requested['pathname']).toBe('/api/v1/chart/')
  expect(requested['columns']).toEqual([
    'changed_on_delta_humanized',
    'changed_on_utc',
    'datasource_id',
    'datasource_type',
    'datasource_url',
    'datasource_name_text',
    'description_markeddown',
    'description',
    'id',
    'params',
    'slice_name',
    'url',
    'viz_type',
  ])
  expect(requested['filters']).toEqual([{ col: 'owners', opr: 'rel_m_m', value: 4 }])
  expect(requested['page_size']).toBe(200)
})

it('R-SLICES-08: a search filters by chart_all_text', async () => {
  await ask(4, { search: "it's, (ok)" })
  expect(requested['filters']).toEqual([
    { col: 'owners', opr: 'rel_m_m', value: 4 },
    { col: 'slice_name', opr: 'chart_all_text', value: "it's, (ok)" },
  ])
})

it('R-SLICES-10: sorts by last change, newest first', async () => {
  await ask(4)
  expect([requested['order_column'], requested['order_direction']]).toEqual(['changed_on_delta_humanized', 'desc'])
})

it('R-SLICES-11: sorts by any other column, ascending', async () => {
  await ask(4, { sort: 'viz_type' })
  expect([requested['order_column'], requested['order_direction']]).toEqual(['viz_type', 'asc'])
})
