import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import DashboardPage from '#client/pages/DashboardPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { BatchItem } from '#core/query/result.ts'
import { dashboardResponse, dashboardChart, reader, selectFilter } from '#testing/dashboard.ts'
import { type MockResponses, field, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { toast } from '#ui/overlay/toast.ts'
import { PREVIEW } from '#testing/upload-preview.ts'

/** Every element counts as visible. */
class Seeing {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element) {
    this.#tell([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never)
  }
  disconnect() {}
}

/** Renders the dashboard page at this URL; returns the queries of its charts. */
async function open(search: string, user = reader(1, ['can_read', 'Dashboard']), answers: MockResponses = {}) {
  openSession({ user })
  vi.stubGlobal('IntersectionObserver', Seeing)
  window.history.replaceState(null, '', `/dashboard/5${search}`)
  const calls = mockResponses({
    '/api/v1/dashboard/5': { result: dashboardResponse() },
    '/api/v1/dashboard/5/charts': { result: [10, 11, 12].map((id) => dashboardChart(id)) },
    '/api/v1/dashboard/5/datasets': { result: [] },
    ...answers,
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/dashboard/$idOrSlug', component: DashboardPage })
  const history = createMemoryHistory({ initialEntries: [`/dashboard/5${search}`] })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <main>
        <RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history }) as never} />
      </main>
    </QueryClientProvider>,
  )
  return () =>
    calls
      .filter(({ path }) => path === '/api/v1/chart/data/batch')
      .flatMap(({ body }) => (body as { items: BatchItem[] }).items)
}

it('D-HYDRATE-08 D-HYDRATE-09: URL parameters that are not reserved are sent with every chart', async () => {
  const requests = await open('?colour=red&edit=true&page=2')
  expect(await screen.findByRole('heading', { name: 'Flights' }, { timeout: 20_000 })).toBeDefined()
  await waitForAssertion(() => expect(requests().map((item) => item.slice_id)).toEqual([10, 11]))
  for (const item of requests())
    expect(((item.query_context as QueryContext).form_data as FormData)['url_params']).toEqual({
      colour: 'red',
      page: '2',
    })
})

it('the focus moves to the heading when the editor opens, and when Save closes it', async () => {
  await open('', reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard']))
  await waitForAssertion(() => expect(screen.getByRole('button', { name: 'Edit dashboard' })).toBeDefined())
  await press('Edit dashboard')
  await waitForAssertion(() => expect(screen.getByRole('button', { name: /^Save/ })).toBeDefined())
  const heading = () => screen.getByRole('heading', { level: 1 })
  await waitForAssertion(() => expect(document.activeElement).toBe(heading()))
  expect(heading().contains(field('Title of the dashboard'))).toBe(true)
  await press(/^Save/)
  await waitForAssertion(() => expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull())
  await waitForAssertion(() => expect(document.activeElement).toBe(heading()))
  expect(heading().textContent).toBe('Flights')
})

it('the charts of the open tab are requested once, before any is drawn', async () => {
  const drawn: number[] = []
  const requests = await open('', undefined, {
    '/api/v1/chart/data/batch': () => {
      drawn.push(document.querySelectorAll('[data-chart]').length)
      return new Response('')
    },
  })
  await waitForAssertion(() => expect(document.querySelectorAll('[data-chart]')).toHaveLength(2))
  // Both are near the viewport, and no query is due any more.
  await waitForAssertion(() => expect(document.querySelectorAll('[data-status="failed"]')).toHaveLength(2))
  expect(drawn).toEqual([0])
  expect(requests().map((item) => item.slice_id)).toEqual([10, 11])
})

it('a draft is read after its permalink, which shares it', async () => {
  let isShared = false
  const draft = (body: unknown) => () => (isShared ? body : Response.json({ message: 'Forbidden' }, { status: 403 }))
  await open('?permalink_key=abc', undefined, {
    '/api/v1/dashboard/permalink/abc': () => {
      isShared = true
      return { dashboardId: '5', state: {} }
    },
    '/api/v1/dashboard/5': draft({ result: dashboardResponse() }),
    '/api/v1/dashboard/5/charts': draft({ result: [] }),
    '/api/v1/dashboard/5/datasets': draft({ result: [] }),
  })
  expect(await screen.findByRole('heading', { name: 'Flights' }, { timeout: 20_000 })).toBeDefined()
})

it('takes a file that is dropped on the editor, and none that is dropped on the dashboard', async () => {
  const editor = reader(
    1,
    ['can_read', 'Dashboard'],
    ['can_write', 'Dashboard'],
    ['can_this_form_get', 'CsvToDatabaseView'],
  )
  await open('', editor, {
    '/api/v1/database/': ({ path }: { readonly path: string }) =>
      path.includes('/upload_preview/')
        ? { result: PREVIEW }
        : { result: [{ id: 7, database_name: 'Uploads', allow_file_upload: true }], count: 1 },
  })
  const dataTransfer = { types: ['Files'], files: [new File(['paid\n2024-02-01\n'], 'Sales.csv')] }
  const drop = () => fireEvent.drop(screen.getByRole('main'), { dataTransfer })
  await waitForAssertion(() => expect(screen.getByRole('button', { name: 'Edit dashboard' })).toBeDefined())
  // No handler has prevented the event's default.
  expect(drop()).toBe(true)
  await press('Edit dashboard')
  await waitForAssertion(() => expect(screen.getByRole('button', { name: /^Save/ })).toBeDefined())
  expect(drop()).toBe(false)
  const dialog = await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })
  expect(await within(dialog).findByText('2024-02-01')).toBeDefined()
})

it('filters named in the URL apply when the page opens; unknown names are reported', async () => {
  const region = { ...selectFilter('F-1', 'region'), name: 'Region' }
  const json_metadata = JSON.stringify({ native_filter_configuration: [region] })
  const requests = await open('?f.region=EMEA,%22a,+b%22&f.Color=red', undefined, {
    'GET /api/v1/dashboard/5': { result: dashboardResponse({ json_metadata }) },
    'GET /api/v1/dashboard/5/charts': { result: [10, 11, 12].map((id) => dashboardChart(id)) },
    'GET /api/v1/dashboard/5/datasets': { result: [] },
  })
  await waitForAssertion(() => expect(toast.first()?.text).toBe('This dashboard has no filter named Color.'))
  await waitForAssertion(() => expect(requests().length).toBeGreaterThan(0))
  const context = requests()[0]?.query_context as QueryContext | undefined
  expect(context?.queries[0]?.filters).toContainEqual({ col: 'region', op: 'IN', val: ['EMEA', 'a, b'] })
})
