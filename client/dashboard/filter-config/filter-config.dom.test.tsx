import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FilterConfigDialog } from './FilterConfigDialog.tsx'
import { UNDO_MS } from '../filters/filter-draft.ts'
import type { FilterOpening } from '../state/hydrate.ts'
import { type SendQuery, createDashboardLoader, LoaderContext } from '../state/loading.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { maskOf } from '../state/masks.ts'
import { dashboardChart, openDashboard, selectFilter } from '#testing/dashboard.ts'
import {
  type MockResponses,
  button,
  type Call,
  choose,
  field,
  userInput,
  press,
  mockResponses,
  waitForAssertion,
  write,
} from '#testing/user-input.ts'

const flights = {
  id: 3,
  table_name: 'flights',
  columns: [
    { id: 1, column_name: 'origin', type_generic: 1, is_dttm: false, groupby: true, filterable: true },
    { id: 2, column_name: 'delay', type_generic: 0, is_dttm: false, groupby: true, filterable: true },
  ],
  metrics: [{ id: 1, metric_name: 'count', expression: 'COUNT(*)' }],
} as unknown as DatasetResponse

beforeEach(() => queryClient.clear())

const origin = selectFilter('NATIVE_FILTER-a', 'origin')
const delay = selectFilter('NATIVE_FILTER-b', 'delay', { name: 'Delay', filterType: 'filter_range' })

/** The response of a server that stores the request body. */
const stored = ({ body }: Call) => ({ id: 5, result: body as object, version: 3 })

async function open(answers: MockResponses = {}, opening: FilterOpening = {}, filters = [origin, delay]) {
  const calls = mockResponses({
    'GET /api/v1/dataset/': { result: [], count: 0, ids: [] },
    'PUT /api/v1/dashboard/5': stored,
    ...answers,
  })
  const state = openDashboard(
    { native_filter_configuration: filters, color_scheme: 'd3Category10' },
    { charts: [10, 11, 12].map((id) => dashboardChart(id)), datasets: [flights] },
  )
  const store = createDashboardStore(state)
  const ask = vi.fn<SendQuery>(
    async ({ queries }) =>
      queries.map(({ columns = [] }) => ({
        colnames: columns.length > 0 ? ['origin', 'count'] : ['count'],
        coltypes: columns.length > 0 ? [1, 0] : [0],
        columns:
          columns.length > 0
            ? [
                ['ATL', 'ORD'],
                [20, 40],
              ]
            : [[60]],
        rowcount: columns.length > 0 ? 2 : 1,
      })) as unknown as ReturnType<SendQuery>,
  )
  const loader = { ...createDashboardLoader(store, 1000), ask }
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={store}>
        <LoaderContext value={loader}>
          <FilterConfigDialog opening={opening} onClose={onClose} />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  await waitForAssertion(() => expect(screen.getByRole('dialog', { name: 'Add and edit filters' })).toBeTruthy())
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => metadataIn(body))
  return { store, calls, onClose, sent }
}

const metadataIn = (body: unknown) =>
  JSON.parse((body as { json_metadata: string }).json_metadata) as {
    native_filter_configuration: (typeof origin)[]
    color_scheme?: string
  }

const entries = () =>
  within(screen.getByRole('list', { name: 'Filters and dividers' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('a filter created in the dialog', () => {
  it('saves name, column and default, and leaves other metadata unchanged', async () => {
    const { sent, store, onClose } = await open({}, {}, [])
    await press('Add filter')
    await write('Filter name', 'From')
    await choose('Column', 'origin')
    await press('Filter has default value', 'checkbox')
    await userInput().click(await screen.findByRole('option', { name: /^ORD/ }))
    await press('Save')
    await waitForAssertion(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(sent()[0]).toMatchObject({
      color_scheme: 'd3Category10',
      native_filter_configuration: [
        {
          name: 'From',
          filterType: 'filter_select',
          targets: [{ datasetId: 3, column: { name: 'origin' } }],
          chartsInScope: [10, 11, 12],
          tabsInScope: ['TAB-1', 'TAB-2'],
          defaultDataMask: {
            extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }] },
            filterState: { value: ['ORD'], label: 'ORD' },
          },
        },
      ],
    })
    const { filters, masks, info } = store.getState()
    expect([filters[0]?.name, info.version]).toEqual(['From', 3])
    expect(masks[filters[0]?.id ?? '']?.filterState?.value).toEqual(['ORD'])
  })

  it('shows missing fields on save, and is not sent', async () => {
    const { sent } = await open({}, {}, [])
    await press('Add filter')
    await press('Save')
    expect(screen.getByText('Name is required')).toBeTruthy()
    expect(screen.getByText('Column is required')).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it('applies to the selected charts, which are counted', async () => {
    const { sent } = await open()
    await press('Apply to specific panels', 'radio')
    expect(screen.getByText('Applies to 3 charts')).toBeTruthy()
    await press('Chart 11', 'treeitem')
    expect(screen.getByText('Applies to 2 charts')).toBeTruthy()
    await press('Second', 'treeitem')
    expect(screen.getByText('Applies to 1 chart')).toBeTruthy()
    await press('Save')
    await waitForAssertion(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.native_filter_configuration[0]).toMatchObject({
      scope: { rootPath: ['TAB-1'], excluded: [11] },
      chartsInScope: [10],
      tabsInScope: ['TAB-1'],
    })
  })

  it('moves by keyboard, and keeps its new position when saved', async () => {
    const { sent } = await open()
    act(() => button(/^Delay/).focus())
    await userInput().keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(entries()).toEqual(['Delay', 'origin'])
    await press('Save')
    await waitForAssertion(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.native_filter_configuration.map(({ name }) => name)).toEqual(['Delay', 'origin'])
  })
})

describe('a removed filter', () => {
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

  it('D-NATIVE-11 D-NATIVE-12: stays pending for 5000 ms, and is then deleted', async () => {
    await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await press('Remove origin')
    wait(UNDO_MS - 500)
    expect(entries()).toEqual(['(Removed) originUndo?', 'Delay'])
    expect(screen.getByText('You have removed this filter.')).toBeTruthy()
    wait(500)
    expect(UNDO_MS).toBe(5000)
    expect(entries()).toEqual(['Delay'])
  })

  it('D-NATIVE-13: Undo within that time restores it unchanged', async () => {
    const { store, onClose } = await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await press('Remove origin')
    wait(4000)
    await press('Undo the removal of origin')
    wait(9000)
    vi.useRealTimers()
    expect(entries()).toEqual(['origin', 'Delay'])
    await press('Save')
    await waitForAssertion(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(store.getState().filters).toMatchObject([origin, delay])
  })

  it('disappears at once on save, and other selections remain', async () => {
    const { store, onClose } = await open()
    act(() => actions.setMask(store, delay.id, maskOf(delay, [1, 5])))
    await press('Remove origin')
    await press('Save')
    await waitForAssertion(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(store.getState().filters.map(({ id }) => id)).toEqual([delay.id])
    expect(store.getState().masks[delay.id]?.filterState?.value).toEqual([1, 5])
    expect(store.getState().masks[origin.id]).toBeUndefined()
  })
})

describe('a failed save', () => {
  it('D-NATIVE-18: shows its state, keeps the input and can be repeated', async () => {
    let isBroken = true
    const broken = () => Response.json({ message: 'no' }, { status: 500 })
    const { onClose } = await open({ 'PUT /api/v1/dashboard/5': (call: Call) => (isBroken ? broken() : stored(call)) })
    await write('Filter name', 'From')
    await press('Save')
    await waitForAssertion(() => expect(document.querySelector('[data-save="fail"]')).not.toBeNull())
    expect([...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent).join('')).toBe('')
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByDisplayValue('From')).toBeTruthy()
    isBroken = false
    await press('Save')
    await waitForAssertion(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  const conflict = () =>
    Response.json(
      {
        errors: [
          {
            message: 'changed',
            error_type: 'GENERIC_BACKEND_ERROR',
            level: 'error',
            extra: { code: 'version-conflict', args: [] },
          },
        ],
      },
      { status: 412 },
    )

  it('a conflict with filters of another user is shown, and the other version can be loaded', async () => {
    const theirs = { ...origin, name: 'Theirs' }
    const metadata = JSON.stringify({ native_filter_configuration: [theirs] })
    const { sent } = await open({
      'PUT /api/v1/dashboard/5': conflict,
      'GET /api/v1/dashboard/5': { result: { id: 5, version: 7, json_metadata: metadata } },
    })
    await write('Filter name', 'Mine')
    await press('Save')
    await waitForAssertion(() => expect(screen.getByText(/Someone else has changed the filters/)).toBeTruthy())
    expect(sent()).toHaveLength(1)
    await press('Take theirs')
    expect(entries()).toEqual(['Theirs'])
  })

  it('a conflict with other changes of another user is merged with them', async () => {
    let isFirst = true
    const metadata = JSON.stringify({ native_filter_configuration: [origin, delay], color_scheme: 'bnbColors' })
    const { sent, onClose } = await open({
      'PUT /api/v1/dashboard/5': (call: Call) => {
        if (!isFirst) return stored(call)
        isFirst = false
        return conflict()
      },
      'GET /api/v1/dashboard/5': { result: { id: 5, version: 7, json_metadata: metadata } },
    })
    await write('Filter name', 'Mine')
    await press('Save')
    await waitForAssertion(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(sent()[1]).toMatchObject({ color_scheme: 'bnbColors', native_filter_configuration: [{ name: 'Mine' }, {}] })
  })
})

it('confirms before unsaved changes are discarded', async () => {
  const { onClose } = await open()
  await write('Filter name', 'From')
  await press('Cancel')
  expect(onClose).not.toHaveBeenCalled()
  await press('Keep editing')
  await press('Cancel')
  await press('Yes, cancel')
  expect(onClose).toHaveBeenCalledTimes(1)
})

describe('a low window, as on a laptop at 200 % zoom', () => {
  const resize = (width: number, height: number) =>
    (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({ width, height })
  const before = { width: 0, height: 0 }
  beforeEach(() => Object.assign(before, { width: window.innerWidth, height: window.innerHeight }))
  afterEach(() => resize(before.width, before.height))

  it('shows either the list or the form in the complete dialog, and the form with an error on save', async () => {
    resize(640, 400)
    await open({}, { selected: 'NATIVE_FILTER-b' })
    expect(screen.queryByRole('list', { name: 'Filters and dividers' })).toBeNull()
    expect(field('Filter name').value).toBe('Delay')
    await press('All filters')
    expect(entries()).toEqual(['origin', 'Delay'])
    expect(screen.queryByRole('textbox', { name: 'Filter name' })).toBeNull()
    await press('origin')
    expect(field('Filter name').value).toBe('origin')
    await press('All filters')
    await press('Add filter')
    expect(field('Filter name').value).toBe('')
    await press('All filters')
    await press('Save')
    expect(field('Filter name').value).toBe('')
  })
})
