import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { DatasetResponse } from '#core/rest/responses.ts'
import type { DatasetFolder } from '#core/rest/dataset-folders.ts'
import { createDropSlotRegistry, DropSlotRegistryContext } from '#controls/shared/drop-slot-registry.tsx'
import { frame } from '#testing/frames.ts'
import { type Call, mockResponses, press, userInput, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { actions, createExploreStore, ExploreContext } from '../state/store.ts'
import { SourcePanel } from './SourcePanel.tsx'
import { createQueryClient } from '#client/session/query-client.ts'
import { toast } from '#ui/overlay/toast.ts'

const dataset: DatasetResponse = {
  id: 3,
  version: 1,
  table_name: 'sales',
  columns: [{ column_name: 'revenue', type: 'DOUBLE', type_generic: 0, is_dttm: false, groupby: true }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}

/** Renders the dataset panel of a pie chart; `samples` is the number of cached sample rows. */
function open(samples?: number, shown: DatasetResponse = dataset) {
  openSession()
  const client = createQueryClient()
  if (samples !== undefined) client.setQueryData(['dataset-rows', 3, 1], { rowcount: samples })
  const form = { viz_type: 'pie', datasource: '3__table' }
  const store = createExploreStore({ slice: null, dataset: shown, form, title: '' })
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <ExploreContext value={store}>
        <DropSlotRegistryContext value={createDropSlotRegistry()}>
          <SourcePanel />
        </DropSlotRegistryContext>
      </ExploreContext>
    </QueryClientProvider>,
  )
  return Object.assign(store, { client, unmount })
}

const head = () => within(screen.getByRole('complementary', { name: 'Chart source' }))

it('a pressed number becomes the metric', async () => {
  const store = open()
  await press('Add revenue to the chart')
  expect(store.getState().form['metric']).toMatchObject({ label: 'SUM(revenue)' })
})

it('shows the row count next to the name once it is known', () => {
  const store = open(1000)
  expect(head().queryByText(/rows?$/)).toBeNull()
  act(() => actions.counted(store, dataset, 1_234_567))
  expect(head().getByText('1,234,567 rows')).toBeDefined()
})

it('samples that are all rows count them', () => {
  open(1)
  expect(head().getByText('1 row')).toBeDefined()
})

it('groups metrics and columns by the folders of the dataset, and finds them by search', async () => {
  const part = (type: 'column' | 'metric', name: string) => ({ type, uuid: name, name })
  const folder = (name: string, ...children: DatasetFolder['children']): DatasetFolder => ({
    type: 'folder',
    uuid: name,
    name,
    description: null,
    children,
  })
  const folders = [
    folder('Money', part('metric', 'count'), folder('Details', part('column', 'revenue'))),
    folder('Empty'),
  ]
  const column = { type: 'VARCHAR', type_generic: 1, is_dttm: false, groupby: true } as const
  const columns = [...(dataset.columns ?? []), { ...column, column_name: 'city' }]
  const store = open(undefined, { ...dataset, folders, columns })
  const titles = () => screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)
  expect(titles()).toEqual(['H2 Money', 'H3 Details', 'H2 Metrics', 'H2 Columns'])
  const section = (name: string) => within(screen.getByRole('button', { name }).closest('section') as HTMLElement)
  expect(section('Columns').queryByText('revenue')).toBeNull()
  expect(section('Columns').getByText('city')).toBeDefined()
  await press('Add revenue to the chart')
  expect(store.getState().form['metric']).toMatchObject({ label: 'SUM(revenue)' })
  await userInput().type(screen.getByRole('searchbox', { name: 'Search Metrics & Columns' }), 'city')
  expect(titles()).toEqual(['H2 Metrics', 'H2 Columns'])
})

/** The observed elements, with a callback that reports each as visible. */
const watched = new Map<Element, () => void>()

class Watching {
  readonly #report: (entries: readonly object[]) => void
  constructor(report: (entries: readonly object[]) => void) {
    this.#report = report
  }
  observe(target: Element): void {
    watched.set(target, () => this.#report([{ isIntersecting: true }]))
  }
  disconnect(): void {}
}

function watchVisibility(): void {
  watched.clear()
  vi.stubGlobal('IntersectionObserver', Watching)
}

const rowOf = (name: string) => screen.getByRole('button', { name: `Add ${name} to the chart` })
const reveal = (...names: readonly string[]) =>
  act(() => names.forEach((name) => watched.get(rowOf(name).closest('li') as Element)?.()))
const strip = (name: string) => rowOf(name).querySelector('[data-null-share]')?.getAttribute('data-null-share')

const numberColumn = (column_name: string, expression: string | null = null) => ({
  column_name,
  expression,
  type: 'DOUBLE',
  type_generic: 0 as const,
  is_dttm: false,
})
const database = { id: 1, database_name: 'd', counts_at_once: true }
const sparse = {
  ...dataset,
  database,
  columns: [
    numberColumn('revenue'),
    numberColumn('city'),
    numberColumn('margin', 'revenue / nothing'),
    numberColumn('net', 'revenue - 1'),
  ],
}
interface NullShareItem {
  readonly id: string
  readonly query_context: {
    readonly queries: readonly [{ readonly metrics: readonly { readonly column?: { readonly column_name: string } }[] }]
  }
}
const itemsOf = ({ body }: Call) => (body as { readonly items: readonly NullShareItem[] }).items
const countedColumns = ({ query_context: { queries } }: NullShareItem) =>
  queries[0].metrics.flatMap((metric) => metric.column?.column_name ?? [])
const counts = (...values: readonly number[]) => ({
  result: [
    {
      rowcount: 1,
      colnames: ['rows', ...values.slice(1).map((_, at) => `present_${at}`)],
      coltypes: values.map(() => 0),
      columns: values.map((value) => [value]),
    },
  ],
})

it('queries null shares of visible columns in one request, of which only a failing calculated column has none', async () => {
  watchVisibility()
  const calls = mockResponses({
    '/api/v1/chart/data/batch': (call: Call) => {
      const frames = itemsOf(call).map((item) => {
        const [first] = countedColumns(item)
        if (first === 'margin') return frame(item.id, { message: 'No column nothing' }, 400)
        return frame(item.id, first === 'net' ? counts(200, 199) : counts(200, 150, 200))
      })
      return new Response(Uint8Array.from(frames.flatMap((each) => [...each])))
    },
  })
  const { client } = open(undefined, sparse)
  expect(calls).toEqual([])
  reveal('revenue', 'city', 'margin', 'net')
  await waitForAssertion(() => expect([strip('revenue'), strip('net')]).toEqual(['0.25', '0.005']))
  await waitForAssertion(() => expect(client.isFetching()).toBe(0))
  expect([strip('city'), strip('margin')]).toEqual([undefined, undefined])
  expect(['revenue', 'city', 'margin', 'net'].map((name) => rowOf(name).title)).toEqual([
    '25% empty',
    '',
    '',
    '<1% empty',
  ])
  expect(screen.getByRole('button', { name: 'Add revenue to the chart', description: 'DOUBLE. 25% empty' })).toBe(
    rowOf('revenue'),
  )
  expect(calls.map((call) => itemsOf(call).map(countedColumns))).toEqual([[['revenue', 'city'], ['margin'], ['net']]])
  expect(toast.first()).toBeUndefined()
})

it.each([
  ['the database is expensive to query', { database: { ...database, counts_at_once: false } }],
  ['the dataset allows only saved metrics', { extra: '{"disallow_adhoc_metrics":true}' }],
])('watches no column for null shares when %s', (_, change) => {
  watchVisibility()
  open(undefined, { ...sparse, ...change })
  expect(rowOf('revenue')).toBeDefined()
  expect(watched.size).toBe(0)
})

it('cancels the query for null shares when the panel is left', async () => {
  watchVisibility()
  const signals: AbortSignal[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const { unmount } = open(undefined, sparse)
  reveal('revenue', 'city')
  await waitForAssertion(() => expect(signals.map(({ aborted }) => aborted)).toEqual([false]))
  unmount()
  await waitForAssertion(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]))
})
