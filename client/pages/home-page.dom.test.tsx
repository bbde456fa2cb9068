import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EXAMPLE_LOAD_KEY } from '#client/shell/ExampleLoad.tsx'
import HomePage from '#client/pages/HomePage.tsx'
import { onOpenPalette } from '#client/palette/open-palette.ts'
import { queryClient } from '#client/session/query-client.ts'
import { reader } from '#testing/dashboard.ts'
import { type Call, userInput, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { PREVIEW } from '#testing/upload-preview.ts'

function open(
  count: number,
  over: Parameters<typeof mockResponses>[0] = {},
  ...may: readonly (readonly [string, string])[]
) {
  openSession({ user: reader(1, ['can_read', 'Dashboard'], ['can_this_form_get', 'CsvToDatabaseView'], ...may) })
  return shown(count, over)
}

function shown(count: number, over: Parameters<typeof mockResponses>[0] = {}) {
  const row = { id: 1, dashboard_title: 'Sales', slice_name: 'Revenue' }
  const result = Array.from({ length: count }, () => row)
  const calls = mockResponses({
    '/api/v1/dashboard/': { result, count },
    '/api/v1/chart/': { result, count },
    '/api/v1/database/': { result: [], count: 0 },
    '/api/v1/log/recent_activity/': { result: [] },
    ...over,
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/', component: HomePage })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={
          createRouter({
            routeTree: root.addChildren([page]),
            history: createMemoryHistory({ initialEntries: ['/'] }),
          }) as never
        }
      />
    </QueryClientProvider>,
  )
  return calls
}

it('an empty installation shows one start section and no lists', async () => {
  open(0)
  const start = await screen.findByRole('region', { name: 'Welcome to Facet' })
  expect(screen.getAllByRole('heading').map((each) => each.textContent)).toEqual(['Welcome to Facet'])
  expect(within(start).getByRole('group', { name: 'Drop a file here' })).toBeDefined()
  expect(within(start).getByRole('link').getAttribute('href')).toBe('/dataset/list')
  expect(screen.queryByRole('region', { name: 'Charts' })).toBeNull()
})

it('shows the progress while examples load, and then their dashboards', async () => {
  openSession({ settings: { isLoadingExamples: true } })
  let load = { state: 'loading', loaded: 4, total: 16 }
  let result: readonly object[] = []
  shown(0, {
    '/api/v1/example_load/': () => ({ result: load }),
    '/api/v1/dashboard/': () => ({ result, count: result.length }),
  })
  const status = await screen.findByText('4 of 16 parts loaded')
  expect(within(status.closest('[role=status]') as HTMLElement).getByText('Loading examples…')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Loading examples' }).getAttribute('aria-valuenow')).toBe('25')
  const dashboards = await screen.findByRole('region', { name: 'Dashboards' })
  expect(await within(dashboards).findByText('Loading examples…')).toBeDefined()
  expect(screen.queryByText('Welcome to Facet')).toBeNull()
  load = { state: 'none', loaded: 16, total: 16 }
  result = [{ id: 1, dashboard_title: 'Sales' }]
  await queryClient.refetchQueries({ queryKey: EXAMPLE_LOAD_KEY })
  expect(await screen.findByRole('link', { name: 'Sales' })).toBeDefined()
  expect(screen.queryByText('Loading examples…')).toBeNull()
})

it('names the log if the examples could not be loaded, and the empty page is usable', async () => {
  openSession({ settings: { isLoadingExamples: true } })
  shown(0, { '/api/v1/example_load/': { result: { state: 'failed', loaded: 4, total: 16 } } })
  expect(await screen.findByText(/^Couldn't load the examples\. The server log has the reason/)).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Welcome to Facet' })).toBeDefined()
})

it('users who may not upload see no drop area, here or in an empty installation', async () => {
  openSession({ user: reader(1, ['can_read', 'Dashboard']) })
  shown(0)
  expect(await screen.findByRole('heading', { name: 'Welcome to Facet' })).toBeDefined()
  expect(screen.getByText(/Ask an administrator for a role or a dataset/)).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Drop a file here' })).toBeNull()
  cleanup()
  shown(1)
  expect(await screen.findByRole('link', { name: 'Revenue' })).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Drop a file here' })).toBeNull()
})

it('a product in use has its lists and no second welcome', async () => {
  open(1)
  await waitForAssertion(() => expect(screen.getByRole('link', { name: 'Revenue' })).toBeDefined())
  expect(screen.queryByText('Welcome to Facet')).toBeNull()
})

it('reserves the space of the tour while the lists load, so that no element moves when they arrive', async () => {
  localStorage.clear()
  let arrive: (value: object) => void = () => {}
  const charts = new Promise<object>((resolve) => (arrive = resolve))
  open(1, { '/api/v1/chart/': () => charts })
  const tour = async () => (await screen.findByRole('button', { name: 'Start tour', hidden: true })).closest('[inert]')
  expect(await tour()).not.toBeNull()
  arrive({ result: [{ id: 1, slice_name: 'Revenue' }], count: 1 })
  await screen.findByRole('link', { name: 'Revenue' })
  expect(await tour()).toBeNull()
})

it('starts a chart or a dashboard for users who may save one', async () => {
  const calls = open(
    1,
    { '/api/v1/dashboard/': ({ method }: Call) => (method === 'POST' ? { id: 7 } : { result: [], count: 0 }) },
    ['can_write', 'Chart'],
    ['can_write', 'Dashboard'],
  )
  expect((await screen.findByRole('link', { name: 'New chart' })).getAttribute('href')).toBe('/chart/add')
  expect(await screen.findByText('No dashboards yet. Create one with “New dashboard”.')).toBeDefined()
  await userInput().click(screen.getByRole('button', { name: 'New dashboard' }))
  await waitForAssertion(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ dashboard_title: 'Untitled dashboard' }),
  )
  cleanup()
  open(1)
  await screen.findByRole('link', { name: 'Revenue' })
  expect(screen.queryByRole('link', { name: 'New chart' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New dashboard' })).toBeNull()
})

it('accepts no dropped file until the lists are loaded', async () => {
  let answer: ((response: Response) => void) | undefined
  const held = new Promise<Response>((resolve) => {
    answer = resolve
  })
  open(0, { '/api/v1/chart/': () => held })
  const drop = await screen.findByRole('group', { name: 'Drop a file here' })
  expect(drop.closest('[inert]')).not.toBeNull()
  answer?.(Response.json({ result: [], count: 0 }))
  const start = await screen.findByRole('region', { name: 'Welcome to Facet' })
  expect(within(start).getByRole('button', { name: 'Choose a file' }).closest('[inert]')).toBeNull()
})

it.each([
  [0, 'Welcome to Facet'],
  [1, 'Charts'],
])('a home page with %s dashboards accepts a dropped file at any position', async (count, heading) => {
  open(count, {
    '/api/v1/database/': ({ path }: Call) =>
      path.includes('/upload_preview/')
        ? { result: PREVIEW }
        : { result: [{ id: 7, database_name: 'Uploads', allow_file_upload: true }], count: 1 },
  })
  const title = await screen.findByRole('heading', { name: heading })
  await waitForAssertion(() =>
    expect(screen.getByRole('button', { name: 'Choose a file' }).closest('[inert]')).toBeNull(),
  )
  const dataTransfer = { types: ['Files'], files: [new File(['a\n1\n'], 'Sales.csv')] }
  fireEvent.dragOver(title, { dataTransfer })
  fireEvent.drop(title, { dataTransfer })
  expect(await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })).toBeDefined()
})

it('the lists contain the five newest of all, owned and favorite objects', async () => {
  const calls = open(1)
  await waitForAssertion(() => expect(screen.getByRole('link', { name: 'Revenue' })).toBeDefined())
  const requests = () => calls.filter(({ path }) => path === '/api/v1/chart/').map(({ query }) => query.get('q') ?? '')
  const charts = within(screen.getByRole('region', { name: 'Charts' }))
  await userInput().click(charts.getByRole('radio', { name: 'Mine' }))
  await waitForAssertion(() => expect(requests().at(-1)).toContain('(col:owners,opr:rel_m_m,value:1)'))
  await userInput().click(charts.getByRole('radio', { name: 'Favorite' }))
  await waitForAssertion(() => expect(requests().at(-1)).toContain('(col:id,opr:chart_is_favorite,value:!t)'))
  for (const each of requests())
    expect(each).toContain('order_column:changed_on_delta_humanized,order_direction:desc,page:0,page_size:5')
})

it('R-HOME-04: a failure to load recents is reported, and the lists are shown', async () => {
  open(1, { '/api/v1/log/recent_activity/': () => Response.json({ message: 'broken' }, { status: 500 }) })
  const text = 'There was an error fetching your recent activity:'
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Revenue' })).toBeDefined()
  const recents = within(screen.getByRole('region', { name: 'Recents' }))
  await userInput().click(recents.getByRole('radio', { name: 'Edited' }))
  await waitForAssertion(() => expect(screen.queryByText(text)).toBeNull())
  await userInput().click(recents.getByRole('radio', { name: 'Viewed' }))
  expect(await screen.findByText(text)).toBeDefined()
})

it('viewed, edited and created objects are separate, last changed first, and the selection is stored', async () => {
  const row = (id: number, name: string, at: string) => ({
    id,
    dashboard_title: name,
    slice_name: name,
    changed_on_utc: at,
  })
  const calls = open(1, {
    '/api/v1/dashboard/': { result: [row(1, 'Board of noon', '2024-05-01T12:00:00+0000')], count: 1 },
    '/api/v1/chart/': { result: [row(2, 'Chart of one', '2024-05-01T13:00:00+0000')], count: 1 },
    '/api/v1/log/recent_activity/': {
      result: [{ action: 'view', item_type: 'slice', item_title: 'Seen', item_url: '/explore/?slice_id=9', time: 1 }],
    },
  })
  const recents = await screen.findByRole('region', { name: 'Recents' })
  const names = () =>
    within(recents)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  await waitForAssertion(() => expect(names()).toEqual(['Seen']))
  await userInput().click(within(recents).getByRole('radio', { name: 'Edited' }))
  await waitForAssertion(() => expect(names()).toEqual(['Chart of one', 'Board of noon']))
  const requests = () => calls.map(({ query }) => query.get('q') ?? '').filter((q) => q.includes('rel_o_m'))
  expect(requests().every((q) => q.includes('(col:changed_by,opr:rel_o_m,value:1)'))).toBe(true)
  await userInput().click(within(recents).getByRole('radio', { name: 'Created' }))
  await waitForAssertion(() => expect(requests().at(-1)).toContain('(col:created_by,opr:rel_o_m,value:1)'))
  expect(localStorage.getItem('homepage_activity_filter')).toBe('created')
  localStorage.clear()
})

it('home shows the number of entities and links to their lists', async () => {
  open(3, { '/api/v1/dataset/': { result: [{ id: 1 }], count: 1 } }, ['can_read', 'Dataset'])
  expect(await screen.findByText('3 dashboards, 3 charts, 1 dataset')).toBeDefined()
  expect(document.title).toBe('Home · Facet')
  const requests = vi.fn<() => void>()
  const leave = onOpenPalette(requests)
  await userInput().click(screen.getByRole('button', { name: /Search or run a command/ }))
  leave()
  expect(requests).toHaveBeenCalledOnce()
})

it('the newest three saved queries are shown with their first lines; users without any have no such box', async () => {
  const query = (id: number, label: string, sql: string) => ({ id, label, sql, changed_on_delta_humanized: 'now' })
  const result = [
    query(1, 'Late', 'select delay\nfrom flights\nwhere delay > 60\norder by 1'),
    query(2, '', 'select 2'),
    query(3, '<img src=x>', `select '<b>'`),
    query(4, 'Old', 'select 4'),
  ]
  const calls = open(1, { '/api/v1/saved_query/': { result, count: 4 } }, ['can_read', 'SavedQuery'])
  const queries = within(await screen.findByRole('region', { name: 'Saved queries' }))
  const links = () => queries.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links()).toEqual(['View all', 'Late', '[ untitled ]', '<img src=x>'])
  const [first, , third] = [...document.querySelectorAll('code')]
  expect(first?.textContent).toBe('select delay\nfrom flights\nwhere delay > 60')
  expect([...(first?.querySelectorAll('b') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'select',
    'from',
    'where',
  ])
  expect([third?.textContent, third?.querySelector('img')]).toEqual([`select '<b>'`, null])
  expect(calls.find(({ path }) => path === '/api/v1/saved_query/')?.query.get('q')).toContain('page_size:5')
})

it('an object without a title has a clickable name, in recents and in the lists', async () => {
  open(1, {
    '/api/v1/dashboard/': { result: [{ id: 7, dashboard_title: '', slug: null }], count: 1 },
    '/api/v1/log/recent_activity/': {
      result: [{ action: 'view', item_type: 'dashboard', item_title: '', item_url: '/superset/dashboard/7/', time: 1 }],
    },
  })
  const named = await screen.findAllByRole('link', { name: '[ untitled dashboard ]' })
  expect(named.map((each) => each.getAttribute('href'))).toEqual(['/superset/dashboard/7/', '/dashboard/7'])
})

const UPLOADS = { result: [{ id: 7, database_name: 'Uploads', allow_file_upload: true }], count: 1 }

it.each([
  ['an empty product', 0],
  ['a product in use', 1],
])('a file that is dropped on the home page of %s opens with its first rows', async (_, count) => {
  open(count, {
    '/api/v1/database/': ({ path }: { readonly path: string }) =>
      path.includes('/upload_preview/') ? { result: PREVIEW } : path.includes('/uploads/') ? { result: [] } : UPLOADS,
  })
  await waitForAssertion(() =>
    expect(screen.getByRole('button', { name: 'Choose a file' }).closest('[inert]')).toBeNull(),
  )
  await waitForAssertion(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose a file' }).disabled).toBe(false),
  )
  const zone = screen.getByRole('group', { name: 'Drop a file here' })
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [new File(['paid\n2024-02-01\n'], 'Sales.csv')] } })
  const dialog = await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })
  expect(await within(dialog).findByText('2024-02-01')).toBeDefined()
})

const upload = (over: object) => ({
  key: 'first-upload-of-a-user',
  file_name: 'sales.csv',
  table_name: 'sales',
  database_id: 7,
  state: 'running',
  received_bytes: null,
  total_bytes: null,
  rows: null,
  total_rows: null,
  dataset_id: null,
  message: null,
  ...over,
})

it('an upload that started before the page was loaded shows its name, rows and end, and links to its dataset', async () => {
  let uploads: readonly object[] = [upload({ rows: 1000, total_rows: 4000 })]
  const calls = open(1, {
    '/api/v1/database/uploads/': () => ({ result: uploads }),
    'DELETE /api/v1/database/uploads/': () => {
      uploads = []
      return { message: 'OK' }
    },
  })
  expect(await screen.findByText('"sales.csv" is being loaded.')).toBeDefined()
  expect(screen.getByText('1,000 of 4,000 rows stored')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Loading "sales.csv"' }).getAttribute('aria-valuenow')).toBe('25')
  uploads = [upload({ state: 'success', dataset_id: 3 })]
  const link = await screen.findByRole('link', { name: 'Open the dataset' }, { timeout: 20_000 })
  expect(link.getAttribute('href')).toBe('/explore?dataset_id=3')
  await userInput().click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitForAssertion(() => expect(screen.queryByRole('link', { name: 'Open the dataset' })).toBeNull())
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/api/v1/database/uploads/first-upload-of-a-user',
  ])
})

it('an upload shows its bytes while its file arrives, and then the rows that are read', async () => {
  const receiving = { state: 'receiving', received_bytes: 1_000_000, total_bytes: 4_000_000 }
  let uploads: readonly object[] = [upload(receiving)]
  open(1, { '/api/v1/database/uploads/': () => ({ result: uploads }) })
  expect(await screen.findByText('"sales.csv" is being sent.')).toBeDefined()
  expect(screen.getByText('1 MB of 4 MB received')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Sending "sales.csv"' }).getAttribute('aria-valuenow')).toBe('25')
  uploads = [upload({ rows: 300_000 })]
  expect(await screen.findByText('300,000 rows read', undefined, { timeout: 20_000 })).toBeDefined()
})

it('an upload started before the page loaded can be cancelled, and a failed one shows its reason', async () => {
  let uploads: readonly object[] = [upload({})]
  open(1, {
    '/api/v1/database/uploads/': () => ({ result: uploads }),
    'DELETE /api/v1/database/uploads/': () => {
      uploads = [upload({ state: 'failed', message: 'The table "sales" already exists' })]
      return { message: 'OK' }
    },
  })
  await userInput().click(await screen.findByRole('button', { name: 'Cancel upload' }))
  expect(await screen.findByText('"sales.csv" was not loaded: The table "sales" already exists')).toBeDefined()
})
