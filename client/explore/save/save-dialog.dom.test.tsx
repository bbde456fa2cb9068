import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SaveDialog } from './SaveDialog.tsx'
import { createExploreStore, ExploreContext } from '../state/store.ts'
import { parseRison } from '#core/rest/rison.ts'
import type { ChartResponse, DatasetResponse } from '#core/rest/responses.ts'
import { reader } from '#testing/dashboard.ts'
import { box, field, userInput, isOpen, press, mockResponses, waitForAssertion, write } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { createQueryClient } from '#client/session/query-client.ts'

interface Sent {
  readonly tags?: readonly number[]
  readonly copied_from?: number
}

const dataset: DatasetResponse = {
  id: 3,
  table_name: 'flights',
  columns: [{ column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false, groupby: true }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}

it('a chart is saved by Enter in its name, once, and not without a name', async () => {
  const calls = mockResponses({
    'POST /api/v1/chart/': { id: 9, result: {} },
    '/api/v1/chart/9': { id: 9, result: { id: 9, slice_name: 'Delays', owners: [] } },
    '/api/v1/dashboard/': { count: 0, result: [], ids: [] },
  })
  const onSaved = vi.fn<() => void>()
  const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
  const store = createExploreStore({ slice: null, dataset, form, title: '' })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExploreContext value={store}>
        <SaveDialog onClose={() => undefined} onSaved={onSaved} />
      </ExploreContext>
    </QueryClientProvider>,
  )
  const posted = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  await userInput().click(field(/Chart name/))
  await userInput().keyboard('{Enter}')
  expect(posted()).toEqual([])
  await write(/Chart name/, 'Delays')
  await userInput().keyboard('{Enter}')
  await waitForAssertion(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(posted()).toEqual([expect.objectContaining({ slice_name: 'Delays', viz_type: 'big_number_total' })])
})

it('a chart on a temporary dataset saves the dataset under a name', async () => {
  const calls = mockResponses({
    'PUT /api/v1/dataset/3': { id: 3, result: {} },
    'GET /api/v1/dataset/3': { id: 3, result: { ...dataset, table_name: 'Late flights', expires_on: null } },
    'POST /api/v1/chart/': { id: 9, result: {} },
    '/api/v1/chart/9': { id: 9, result: { id: 9, slice_name: 'Delays', owners: [] } },
    '/api/v1/dashboard/': { count: 0, result: [], ids: [] },
  })
  const onSaved = vi.fn<() => void>()
  const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
  const store = createExploreStore({ slice: null, dataset: { ...dataset, expires_on: 1 }, form, title: 'Delays' })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExploreContext value={store}>
        <SaveDialog onClose={() => undefined} onSaved={onSaved} />
      </ExploreContext>
    </QueryClientProvider>,
  )
  await write(/Dataset name/, ' ')
  expect(isOpen('Save')).toBe(false)
  await write(/Dataset name/, 'Late flights')
  await press('Save')
  await waitForAssertion(() => expect(onSaved).toHaveBeenCalledOnce())
  const writes = calls.filter(({ method }) => method !== 'GET')
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/v1/dataset/3',
    'POST /api/v1/chart/',
  ])
  expect(writes[0]?.body).toEqual({ table_name: 'Late flights' })
  expect(store.getState().dataset).toMatchObject({ id: 3, table_name: 'Late flights', expires_on: null })
})

it('warns of a name that another chart has, and allows it', async () => {
  const twins: Readonly<Record<string, readonly number[]>> = { Delays: [4], Mine: [7], Free: [] }
  mockResponses({
    '/api/v1/dashboard/': { count: 0, result: [], ids: [] },
    'GET /api/v1/chart/': ({ query }: { query: URLSearchParams }) => {
      const { filters } = parseRison(query.get('q') ?? '') as {
        filters: readonly { col: string; opr: string; value: string }[]
      }
      expect(filters).toEqual([expect.objectContaining({ col: 'slice_name', opr: 'eq' })])
      const ids = twins[filters[0]?.value ?? ''] ?? []
      return { count: ids.length, ids, result: ids.map((id) => ({ id })) }
    },
  })
  const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
  const slice: ChartResponse = {
    id: 7,
    slice_name: 'Mine',
    viz_type: 'big_number_total',
    params: '{}',
    datasource_id: 3,
    datasource_type: 'table',
    owners: [{ id: 1, first_name: 'A', last_name: 'B' }],
  }
  const user = reader(1, ['can_write', 'Chart'])
  const store = createExploreStore({ slice, dataset, form, title: 'Mine', user })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExploreContext value={store}>
        <SaveDialog onClose={() => undefined} onSaved={() => undefined} />
      </ExploreContext>
    </QueryClientProvider>,
  )
  const reported = () => screen.queryByText('Another chart has this name') !== null
  // When overwriting, the chart's own name is not taken; for a copy it is.
  await new Promise((after) => setTimeout(after, 500))
  expect(reported()).toBe(false)
  await press('Save as...', 'radio')
  await waitForAssertion(() => expect(reported()).toBe(true))
  expect(isOpen('Save')).toBe(true)
  await write(/Chart name/, 'Free')
  await new Promise((after) => setTimeout(after, 500))
  expect(reported()).toBe(false)
  await write(/Chart name/, 'Delays')
  await waitForAssertion(() => expect(reported()).toBe(true))
})

it('a chart saved under another name has tags and origin of the original chart', async () => {
  const slice: ChartResponse = {
    id: 7,
    slice_name: 'Mine',
    viz_type: 'big_number_total',
    params: '{}',
    datasource_id: 3,
    datasource_type: 'table',
    owners: [{ id: 1, first_name: 'A', last_name: 'B' }],
    tags: [{ id: 4, name: 'weekly' }],
  }
  const user = reader(1, ['can_write', 'Chart'], ['can_write', 'Tag'])
  const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
  const saved = async (way: string | undefined) => {
    openSession({ user })
    const calls = mockResponses({
      'POST /api/v1/chart/': { id: 9, result: {} },
      'PUT /api/v1/chart/7': { id: 7, result: {} },
      '/api/v1/chart/9': { id: 9, result: { ...slice, id: 9 } },
      '/api/v1/chart/7': { id: 7, result: slice },
      '/api/v1/dashboard/': { count: 0, result: [], ids: [] },
      'GET /api/v1/chart/': { count: 0, result: [], ids: [] },
    })
    const onSaved = vi.fn<() => void>()
    const store = createExploreStore({ slice, dataset, form, title: 'Mine', user })
    const { unmount } = render(
      <QueryClientProvider client={createQueryClient()}>
        <ExploreContext value={store}>
          <SaveDialog onClose={() => undefined} onSaved={onSaved} />
        </ExploreContext>
      </QueryClientProvider>,
    )
    if (way) await press(way, 'radio')
    await press('Save')
    await waitForAssertion(() => expect(onSaved).toHaveBeenCalledOnce())
    unmount()
    return calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body }) => [method, (body as Sent).tags, (body as Sent).copied_from])
  }
  expect(await saved('Save as...')).toEqual([['POST', [4], 7]])
  expect(await saved(undefined)).toEqual([['PUT', undefined, undefined]])
})

it.each([
  [1, 'You saved this chart in another tab 2 minutes ago.'],
  [2, 'This chart was changed by someone else. Saved by Ada L, 2 minutes ago.'],
])('a chart that was saved since says by whom and when: person %s', async (id, text) => {
  const user = reader(1, ['can_write', 'Chart'])
  openSession({ user })
  const slice: ChartResponse = {
    id: 7,
    slice_name: 'Mine',
    viz_type: 'big_number_total',
    params: '{}',
    datasource_id: 3,
    datasource_type: 'table',
    owners: [{ id: 1, first_name: 'A', last_name: 'B' }],
  }
  const stamp = { changed_by: { id, first_name: 'Ada', last_name: 'L' }, changed_on_delta_humanized: '2 minutes ago' }
  mockResponses({
    'PUT /api/v1/chart/7': () =>
      Response.json(
        { message: 'This was changed by someone else', extra: { code: 'version-conflict' } },
        { status: 412 },
      ),
    'GET /api/v1/chart/7': { id: 7, result: { ...slice, ...stamp } },
    '/api/v1/dashboard/': { count: 0, result: [], ids: [] },
    'GET /api/v1/chart/': { count: 0, result: [], ids: [] },
  })
  const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExploreContext value={createExploreStore({ slice, dataset, form, title: 'Mine', user })}>
        <SaveDialog onClose={() => undefined} onSaved={() => undefined} />
      </ExploreContext>
    </QueryClientProvider>,
  )
  await press('Save')
  await waitForAssertion(() => expect(screen.getByText(text)).toBeDefined())
})

it('a new dashboard has its first chart in its layout, over the full width', async () => {
  openSession({ user: reader(1) })
  const calls = mockResponses({
    'POST /api/v1/dashboard/': { id: 5, result: {} },
    'PUT /api/v1/dashboard/5': { id: 5, result: {} },
    'GET /api/v1/dashboard/5': { id: 5, result: { id: 5, dashboard_title: 'Traffic', version: 1 } },
    'POST /api/v1/chart/': { id: 9, result: {} },
    'GET /api/v1/chart/9': { id: 9, result: { id: 9, slice_name: 'Delays', owners: [] } },
    '/api/v1/dashboard/': { count: 0, result: [], ids: [] },
    'GET /api/v1/chart/': { count: 0, result: [], ids: [] },
  })
  const onSaved = vi.fn<(chartId: number, goTo: unknown) => void>()
  const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
  const store = createExploreStore({ slice: null, dataset, form, title: 'Delays' })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExploreContext value={store}>
        <SaveDialog onClose={() => undefined} onSaved={onSaved} />
      </ExploreContext>
    </QueryClientProvider>,
  )
  await write(/Chart name/, 'Delays')
  await userInput().type(box('Add to dashboard'), 'Traffic{Enter}')
  expect(isOpen('Save & go to dashboard')).toBe(true)
  await press('Save & go to dashboard')
  await waitForAssertion(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(9, { id: 5, containerId: undefined }))
  const saved = calls.find(({ method }) => method === 'PUT')?.body as { json_metadata: string }
  const { positions } = JSON.parse(saved.json_metadata) as { positions: Record<string, { type: string; meta: object }> }
  expect(Object.values(positions).filter(({ type }) => type === 'CHART')).toEqual([
    expect.objectContaining({ meta: expect.objectContaining({ chartId: 9, sliceName: 'Delays', width: 12 }) }),
  ])
})

/** Opens the dialog of a new chart without a dashboard, for a user with these permissions. */
function openNew(...permissions: Parameters<typeof reader>[1][]) {
  const user = reader(1, ['can_write', 'Chart'], ...permissions)
  openSession({ user })
  const calls = mockResponses({
    'POST /api/v1/dashboard/': { id: 5, result: {} },
    'PUT /api/v1/dashboard/5': { id: 5, result: {} },
    'GET /api/v1/dashboard/5': { id: 5, result: { id: 5, dashboard_title: 'Delays', version: 1 } },
    'POST /api/v1/chart/': { id: 9, result: {} },
    'GET /api/v1/chart/9': { id: 9, result: { id: 9, slice_name: 'Delays', owners: [] } },
    '/api/v1/dashboard/': { count: 0, result: [], ids: [] },
    'GET /api/v1/chart/': { count: 0, result: [], ids: [] },
  })
  const onSaved = vi.fn<(chartId: number, goTo: unknown) => void>()
  const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExploreContext value={createExploreStore({ slice: null, dataset, form, title: 'Delays', user })}>
        <SaveDialog onClose={() => undefined} onSaved={onSaved} />
      </ExploreContext>
    </QueryClientProvider>,
  )
  return { calls, onSaved }
}

it('one press saves a new chart to a new dashboard with its name, and opens that', async () => {
  const { calls, onSaved } = openNew(['can_write', 'Dashboard'])
  await press('Save to new dashboard')
  await waitForAssertion(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(9, { id: 5, containerId: undefined }))
  const posted = calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(posted).toEqual([
    { dashboard_title: 'Delays' },
    expect.objectContaining({ slice_name: 'Delays', dashboards: [5] }),
  ])
})

it('plain saving of a new chart creates no dashboard', async () => {
  const { calls, onSaved } = openNew(['can_write', 'Dashboard'])
  await press('Save')
  await waitForAssertion(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(9, undefined))
  expect(calls.filter(({ method, path }) => method === 'POST' && path === '/api/v1/dashboard/')).toEqual([])
})

it('offers no new dashboard to a user who may not create one', () => {
  openNew()
  expect(screen.queryByRole('button', { name: 'Save to new dashboard' })).toBeNull()
  expect(isOpen('Save & go to dashboard')).toBe(false)
})
