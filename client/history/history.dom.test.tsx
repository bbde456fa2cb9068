import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { fetchChartView } from '#client/views.ts'
import { type Call, userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { frame, batchItemsOf } from '#testing/frames.ts'
import { openSession } from '#testing/session.ts'
import { changeTexts, fieldLabel, versionTexts } from './change-texts.ts'
import { HistoryDialog } from './HistoryDialog.tsx'

const made = (id: number, ago: string) => ({
  id,
  made_on: '2024-05-01T12:00:00.000000+0000',
  made_on_delta_humanized: ago,
  made_by: null,
  made_by_name: 'Ann Test',
  restored_of: null,
  is_first: false,
  copied_from: null as { name: string | null } | null,
  changes: [] as object[],
})
const named = { kind: 'value', field: 'slice_name', before: 'Old', after: 'New' } as const

function open(result: readonly object[], over: Parameters<typeof mockResponses>[0] = {}) {
  openSession()
  const calls = mockResponses({
    '/api/v1/chart/4/history/2': {
      id: 2,
      result: { ...made(2, 'a day ago'), changes: [{ ...named, before: 'New', after: 'Old' }] },
    },
    '/api/v1/chart/4/history/2/restore': { id: 4, version: 9 },
    '/api/v1/chart/4/history/': { count: result.length, result },
    ...over,
  })
  const [onClose, onRestored] = [vi.fn<() => void>(), vi.fn<() => void>()]
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <HistoryDialog name="chart" id={4} title="New" onClose={onClose} onRestored={onRestored} />
    </QueryClientProvider>,
  )
  return { calls, onClose, onRestored }
}

it('shows who saved when and what changed, the last version being the current one', async () => {
  open([
    { ...made(3, 'a minute ago'), changes: [named] },
    { ...made(2, 'a day ago'), is_first: true },
  ])
  const dialog = await screen.findByRole('dialog', { name: 'Version history of New' })
  const [last, first] = await within(dialog).findAllByRole('listitem')
  expect(last?.textContent).toBe('NowAnn TestChart name: Old → New')
  expect(first?.textContent).toBe('a day agoAnn TestFirst saved version')
})

it('names the original in the first version of a copy', async () => {
  open([
    { ...made(3, 'a minute ago'), changes: [named] },
    { ...made(2, 'a day ago'), is_first: true, copied_from: { name: 'Sales' } },
  ])
  expect(await screen.findByText('Created as a copy of Sales')).toBeDefined()
})

/** Reports each observed element as visible. */
class Visible {
  readonly #report: (entries: readonly object[]) => void
  constructor(report: (entries: readonly object[]) => void) {
    this.#report = report
  }
  observe(): void {
    this.#report([{ isIntersecting: true }])
  }
  disconnect(): void {}
}

it('shows the layout of each version of a dashboard, and marks the tiles that it changed', async () => {
  openSession()
  vi.stubGlobal('IntersectionObserver', Visible)
  const tile = (id: string, width: number) => ({ type: 'CHART', id, children: [], meta: { width, height: 30 } })
  const layout = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1', 'CHART-2'], meta: {} },
    'CHART-1': tile('CHART-1', 4),
    'CHART-2': tile('CHART-2', 8),
  }
  const changes = [{ kind: 'keys', field: 'position_json', more: 0, keys: [{ name: 'CHART-2', how: 'changed' }] }]
  const calls = mockResponses({
    '/api/v1/dashboard/5/history/': { count: 1, result: [{ ...made(3, 'now'), changes }] },
    '/api/v1/dashboard/5/history/3': {
      id: 3,
      result: { ...made(3, 'now'), fields: { position_json: JSON.stringify(layout) } },
    },
  })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <HistoryDialog name="dashboard" id={5} title="Sales" onClose={() => {}} onRestored={() => {}} />
    </QueryClientProvider>,
  )
  const picture = await screen.findByRole('img', { name: 'Layout of the version' }, { timeout: 5000 })
  const tiles = [...picture.querySelectorAll('rect')].map((rect) => [
    Number(rect.getAttribute('width')),
    rect.hasAttribute('data-changed'),
  ])
  // 10 px for each column, less 1 px on each side.
  expect(tiles).toEqual([
    [38, false],
    [78, true],
  ])
  expect(calls.filter(({ path }) => path.endsWith('/3'))).toHaveLength(1)
})

/** Opens the history of one version of a chart, and returns the queries that it sends. */
async function openPicture(answer: (id: string) => Uint8Array) {
  vi.stubGlobal('IntersectionObserver', Visible)
  for (const side of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(300)
  await fetchChartView('big_number_total')
  const metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }
  const fields = { viz_type: 'big_number_total', params: JSON.stringify({ metric }), datasource_id: 3 }
  const queries: object[] = []
  open([made(2, 'a day ago')], {
    '/api/v1/chart/4/history/2': { id: 2, result: { ...made(2, 'a day ago'), fields } },
    'POST /api/v1/chart/data/batch': (call: Call) => {
      queries.push(...batchItemsOf(call))
      return new Response(Uint8Array.from(batchItemsOf(call).flatMap(({ id }) => [...answer(id)])))
    },
  })
  const item = await screen.findByRole('listitem')
  await waitForAssertion(() => expect(queries).toHaveLength(1))
  return { item, queries }
}

it('draws a version of a chart from cached results only', async () => {
  const entry = { colnames: ['count'], coltypes: [0], columns: [[4321]], rowcount: 1, error: null, cost: {} }
  const { item, queries } = await openPicture((id) => frame(id, { result: [entry] }))
  await waitForAssertion(() => expect(item.textContent).toContain('4,321'))
  expect(queries).toMatchObject([{ only_cached: true, query_context: { datasource: { id: 3, type: 'table' } } }])
})

it('shows the type of a chart version without cached results', async () => {
  const { item } = await openPicture((id) => frame(id, { message: 'not cached' }, 422))
  await waitForAssertion(() => expect(item.querySelector('[data-chart-version="2"] svg')).not.toBeNull())
  expect(item.textContent).not.toMatch(/4,321|not cached/)
})

it('marks the fields that a version of a dataset changed', async () => {
  openSession()
  const parts = { added: ['profit'], removed: ['cost'], changed: ['price'] }
  const changes = [
    { kind: 'parts', field: 'columns', ...parts },
    { kind: 'value', field: 'sql', before: 'SELECT 1', after: 'SELECT 2' },
    { kind: 'value', field: 'description', before: null, after: 'x' },
  ]
  mockResponses({ '/api/v1/dataset/6/history/': { count: 1, result: [{ ...made(3, 'now'), changes }] } })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <HistoryDialog name="dataset" id={6} title="Sales" onClose={() => {}} onRestored={() => {}} />
    </QueryClientProvider>,
  )
  const item = await screen.findByRole('listitem')
  const marks = [...item.querySelectorAll('[data-how]')].map((mark) => mark.textContent)
  expect(marks).toEqual(['+profit', '−cost', '~price', '~SQL'])
  expect(within(item).getByText('1 more')).toBeDefined()
  expect(within(item).getByText('Columns added: profit')).toBeDefined()
})

it('compares a version with the current one, and restores it', async () => {
  const { calls, onClose, onRestored } = open([
    { ...made(3, 'a minute ago'), changes: [named] },
    { ...made(2, 'a day ago'), is_first: true },
  ])
  await userInput().click(await screen.findByRole('button', { name: /a day ago/ }))
  const compared = await screen.findByRole('region', { name: 'Compared with now' })
  expect(within(compared).getByText('Chart name: New → Old')).toBeDefined()
  expect(onRestored).not.toHaveBeenCalled()
  await press('Restore this version')
  await waitForAssertion(() => expect(onRestored).toHaveBeenCalledOnce())
  expect(onClose).toHaveBeenCalledOnce()
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/v1/chart/4/history/2/restore',
  ])
})

it('a version that cannot be restored stays open, with the reason', async () => {
  const { onRestored } = open([{ ...made(3, 'now'), changes: [named] }, made(2, 'a day ago')], {
    '/api/v1/chart/4/history/2/restore': () => Response.json({ message: 'Forbidden' }, { status: 403 }),
  })
  await userInput().click(await screen.findByRole('button', { name: /a day ago/ }))
  await press('Restore this version')
  await waitForAssertion(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Restore this version' }).disabled).toBe(false),
  )
  expect(onRestored).not.toHaveBeenCalled()
})

it('an object without changes shows a hint', async () => {
  open([])
  expect(await screen.findByText('No other version yet')).toBeDefined()
})

it('changes are described in words', () => {
  const words = (change: unknown) => changeTexts(change as Parameters<typeof changeTexts>[0])
  expect(words({ kind: 'value', field: 'published', before: false, after: true })).toEqual(['Published: No → Yes'])
  expect(words({ kind: 'value', field: 'description', before: null, after: 'x' })).toEqual(['Description: Nothing → x'])
  const key = (name: string, how = 'changed', more: object = {}) => ({ name, how, ...more })
  expect(
    words({ kind: 'keys', field: 'params', more: 0, keys: [key('row_limit', 'changed', { before: 5, after: 9 })] }),
  ).toEqual(['Row limit: 5 → 9'])
  expect(words({ kind: 'keys', field: 'params', more: 2, keys: [key('metrics'), key('groupby')] })).toEqual([
    'Settings changed: Metrics, Dimensions and 2 more',
  ])
  const chart = (sliceName: string) => ({ type: 'CHART', meta: { sliceName } })
  const keys = [
    key('CHART-a', 'added', { after: chart('A') }),
    key('CHART-b', 'removed', { before: chart('B') }),
    key('GRID_ID'),
  ]
  expect(words({ kind: 'keys', field: 'position_json', more: 0, keys })).toEqual(['Tiles added: A', 'Tiles removed: B'])
  expect(words({ kind: 'keys', field: 'position_json', more: 0, keys: [key('GRID_ID')] })).toEqual([
    'Tiles moved or resized',
  ])
  expect(words({ kind: 'parts', field: 'columns', added: ['a', 'b'], removed: [], changed: ['c'] })).toEqual([
    'Columns added: a, b',
    'Columns changed: c',
  ])
  expect(words({ kind: 'links', field: 'owners', added: ['Ann'], removed: [], count: 1 })).toEqual([
    'Owners added: Ann',
  ])
  expect(words({ kind: 'links', field: 'roles', added: [], removed: [], count: 1 })).toEqual(['Roles changed'])
})

it('a derived change is shown only without another change', () => {
  const question = { kind: 'value', field: 'query_context', before: null, after: '{}' } as const
  expect(versionTexts([named, question])).toEqual(['Chart name: Old → New'])
  expect(versionTexts([question])).toEqual(['Question: Nothing → {}'])
  expect(fieldLabel('a_new_field')).toBe('A new field')
})
