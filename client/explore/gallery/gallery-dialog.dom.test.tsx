import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { FormData } from '#core/form/form-data.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { isFullSet } from '#testing/case-sample.ts'
import { batchResponse, batchItemsOf } from '#testing/frames.ts'
import { type Call, userInput, isOpen, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { GalleryDialog } from './GalleryDialog.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const DATA = '/api/v1/chart/data'
const BATCH = '/api/v1/chart/data/batch'
const head = { cost: { cache: 'miss', capped: false }, applied_filters: [], rejected_filters: [] }
/** 1,000 rows; 4 regions, 229 cities. */
const counted = {
  ...head,
  rowcount: 1,
  colnames: ['rows', 'distinct_0', 'distinct_1'],
  coltypes: [0, 0, 0],
  columns: [[1000], [4], [229]],
}
const answer = { ...head, rowcount: 1, colnames: ['count'], coltypes: [0], columns: [[42]] }
const text = (column_name: string) => ({
  column_name,
  type: '',
  type_generic: 1 as const,
  is_dttm: false,
  groupby: true,
})
const dataset: DatasetResponse = {
  id: 3,
  table_name: 'sales',
  columns: [text('region'), text('city')],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}
const paris = [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'city', operator: '==', comparator: 'Paris' }]
const form: FormData = {
  viz_type: 'pie',
  datasource: '3__table',
  slice_id: 9,
  groupby: ['region'],
  metric: 'count',
  adhoc_filters: paris,
}

function open(of: FormData = form) {
  const calls = mockResponses({
    [BATCH]: (call: Call) => batchResponse(call, () => answer),
    [DATA]: { result: [counted] },
    '/api/v1/dataset/3/samples': { result: { ...head, rowcount: 0, colnames: [], coltypes: [], data: [] } },
  })
  const [onTake, onClose] = [
    vi.fn<(type: string, suggestion?: { form: FormData; title: string }) => void>(),
    vi.fn<() => void>(),
  ]
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <GalleryDialog vizType={of.viz_type} of={{ dataset, form: of }} onTake={onTake} onClose={onClose} />
    </QueryClientProvider>,
  )
  const requests = (path: string) => calls.filter((call) => call.path === path)
  return { onTake, onClose, requests, view }
}

const offers = () => within(screen.getByRole('list', { name: 'Charts of your data' })).getAllByRole('button')
const shelf = (name: string) => within(screen.getByRole('navigation')).getByRole('button', { name })
const toData = async () => {
  await press('For your data')
  await waitForAssertion(() => expect(offers().length).toBeGreaterThan(0))
}

it('queries no data before its section opens; then draws the selection by each suitable type', async () => {
  const { requests } = open()
  expect(shelf('All charts').getAttribute('aria-pressed')).toBe('true')
  expect(requests(DATA)).toHaveLength(0)
  await toData()
  expect(offers().map((each) => each.textContent)).toEqual([
    'count by regionBar Chart',
    'Share by regionPie Chart',
    'count as a table by regionTable',
  ])
  await waitForAssertion(() => expect(requests(BATCH)).toHaveLength(1))
  const forms = requests(BATCH)
    .flatMap(batchItemsOf)
    .map(({ query_context: { form_data } }) => form_data as FormData)
  expect(forms.map(({ viz_type, adhoc_filters, slice_id }) => [viz_type, adhoc_filters, slice_id])).toEqual([
    ['echarts_timeseries_bar', paris, 9],
    ['pie', paris, 9],
    ['table', paris, 9],
  ])
  const body = requests(DATA)[0]?.body as { queries: { filters: unknown }[] } | undefined
  const question = body?.queries[0]
  expect(question?.filters).toEqual([{ col: 'city', op: '==', val: 'Paris' }])
})

it('a chart of the data is previewed and selected unchanged', async () => {
  const { onTake, onClose } = open()
  await toData()
  await press(/^count by region/)
  expect(screen.getByRole('button', { name: /^count by region/, pressed: true })).toBeDefined()
  expect(
    within(screen.getByRole('region', { name: 'Details' })).getByRole('heading', { name: 'Bar Chart' }),
  ).toBeDefined()
  await press('Select')
  expect(onTake).toHaveBeenCalledWith(
    'echarts_timeseries_bar',
    expect.objectContaining({
      title: 'count by region',
      form: expect.objectContaining({ x_axis: 'region', metrics: ['count'], adhoc_filters: paris, slice_id: 9 }),
    }),
  )
  expect(onClose).toHaveBeenCalledOnce()
})

it('a double click selects a chart at once; a type selected after it is used without its form', async () => {
  const first = open()
  await toData()
  fireEvent.doubleClick(screen.getByRole('button', { name: /^Share by region/ }))
  expect(first.onTake).toHaveBeenCalledWith(
    'pie',
    expect.objectContaining({ title: 'Share by region', form: expect.objectContaining({ groupby: ['region'] }) }),
  )
  await press(/^count by region/)
  await userInput().click(shelf('All charts'))
  await press('Funnel Chart')
  await press('Select')
  expect(first.onTake).toHaveBeenLastCalledWith('funnel', undefined)
})

it.runIf(isFullSet)('reports that no type shows the entire selection, and disables confirmation', async () => {
  open({
    ...form,
    viz_type: 'table',
    groupby: ['gone'],
    metrics: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'],
  })
  await press('For your data')
  expect(await screen.findByText('No chart shows all that is chosen')).toBeDefined()
  expect(isOpen('Select')).toBe(true)
})

it('Escape closes it and cancels queries; a search covers all sections', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  const { onClose, view } = open()
  vi.stubGlobal('fetch', (_path: string, init?: RequestInit) => {
    signals.push(init?.signal)
    return new Promise(() => undefined)
  })
  await press('For your data')
  expect(screen.getByText('Looking at the dataset')).toBeDefined()
  await userInput().type(screen.getByRole('searchbox'), 'sankey')
  expect(screen.getByRole('group', { name: 'Chart types' })).toBeDefined()
  await userInput().clear(screen.getByRole('searchbox'))
  await waitForAssertion(() => expect(signals.length).toBeGreaterThan(1))
  await userInput().keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  view.unmount()
  expect(signals.every((each) => each?.aborted)).toBe(true)
})

it.runIf(isFullSet)('Enter in the search selects the first match and confirms it', async () => {
  const { onTake } = open()
  const field = screen.getByRole('searchbox')
  await userInput().type(field, 'sankey{Enter}')
  expect(screen.getByRole('button', { name: 'Sankey Diagram', pressed: true })).toBeDefined()
  expect(onTake).not.toHaveBeenCalled()
  await userInput().type(field, '{Enter}')
  expect(onTake).toHaveBeenCalledWith('sankey_v2', undefined)
})

it('Enter on a type selects it, and confirms it once selected', async () => {
  const { onTake } = open()
  await userInput().type(screen.getByRole('searchbox'), 'funnel')
  screen.getByRole('button', { name: 'Funnel Chart' }).focus()
  await userInput().keyboard('{Enter}')
  expect(onTake).not.toHaveBeenCalled()
  await userInput().keyboard('{Enter}')
  expect(onTake).toHaveBeenCalledWith('funnel', undefined)
})

it.runIf(isFullSet)('a tag in the details opens its category and keeps the selection', async () => {
  open()
  const details = screen.getByRole('region', { name: 'Details' })
  await userInput().click(within(details).getByRole('button', { name: 'Circular' }))
  expect(shelf('Circular').getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: 'Pie Chart', pressed: true })).toBeDefined()
})
