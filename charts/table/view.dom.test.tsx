import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { table } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { toProps } from './props.ts'
import TableView from './View.tsx'
import { choose, userInput, press, waitForAssertion } from '#testing/user-input.ts'
import { NUMERIC, STRING, type Table } from '#core/table/table.ts'

const rows: Table = {
  columns: [
    { name: 'origin', type: STRING, values: ['ORD', 'ATL', 'JFK'] },
    { name: 'carrier', type: STRING, values: ['AA', 'DL', 'B6'] },
    { name: 'count', type: NUMERIC, values: [30, 20, 10] },
  ],
  rowCount: 3,
}
/** The number of rows on all pages. */
let total = 25
const counted = (): Table => ({ columns: [{ name: 'rowcount', type: NUMERIC, values: [total] }], rowCount: 1 })

beforeEach(() => {
  total = 25
  const get = (name: 'clientHeight' | 'clientWidth' | 'offsetHeight' | 'offsetWidth', value: number) =>
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(value)
  get('clientHeight', 400)
  get('offsetHeight', 400)
  get('clientWidth', 600)
  get('offsetWidth', 600)
})

type Values = Readonly<Record<string, unknown>>

/** Opens a table that is queried again after user actions; returns the recorded queries and changes. */
function open(more: Values = {}, isMade = false) {
  const requests: Values[] = []
  const controls: Values[] = []
  function Chart() {
    const [own, setOwn] = useState<Values>({})
    const [form, setForm] = useState<Values>({
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['origin', 'carrier'],
      metrics: ['count'],
      ...more,
    })
    const props = propsFor(table, toProps, {
      form: { viz_type: 'table', ...form, ownState: own },
      tables: [rows, counted()],
      entries: [],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: {},
      ownState: own,
    })
    return (
      <TableView
        {...props}
        width={600}
        height={400}
        theme="light"
        onOwnState={(state) => {
          requests.push(state)
          setOwn(state)
        }}
        onControls={
          isMade
            ? (values) => {
                controls.push(values)
                setForm({ ...form, ...values })
              }
            : undefined
        }
      />
    )
  }
  render(<Chart />)
  return { requests, controls }
}

const heads = () => screen.getAllByRole('columnheader').map((each) => each.querySelector('span')?.textContent)
const grid = () => screen.getByRole('grid')
const headOf = (name: string) => screen.getByRole('columnheader', { name: new RegExp(name) })

/** Returns an entry of the open menu; checkable entries have another role. */
async function entryOf(name: string): Promise<HTMLElement> {
  await screen.findByRole('menu')
  const all = [
    ...screen.queryAllByRole('menuitem'),
    ...screen.queryAllByRole('menuitemcheckbox'),
    ...screen.queryAllByRole('menuitemradio'),
  ]
  const found = all.find(({ textContent }) => textContent?.startsWith(name))
  if (!found) throw new Error(`No ${name} among ${all.map(({ textContent }) => textContent).join(', ')}`)
  return found
}

/** Opens a header menu with the keyboard and chooses entries. */
async function take(name: string, ...entries: readonly string[]) {
  const hand = userInput()
  act(() => grid().focus())
  await hand.keyboard('{Control>}{Home}{/Control}{ArrowUp}')
  for (let at = 0; at < heads().indexOf(name); at++) await hand.keyboard('{ArrowRight}')
  await hand.keyboard('{Alt>}{ArrowDown}{/Alt}')
  for (const entry of entries) await hand.click(await entryOf(entry))
}

const paged = { server_pagination: true, server_page_length: 10, include_search: true }

it('pages: each gesture requests one page once; another page length keeps the first row', async () => {
  const { requests } = open(paged)
  expect(screen.getByText('Rows 1 – 10 of 25')).toBeTruthy()
  expect(grid().getAttribute('aria-rowcount')).toBe('26')
  await press('Next page')
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ currentPage: 1, pageSize: 10 })
  expect(screen.getByText('Rows 11 – 20 of 25')).toBeTruthy()
  await press('Next page')
  expect(requests).toHaveLength(2)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
  await choose('Rows per page', '20 per page')
  expect(requests).toHaveLength(3)
  // Row 21 was the first of its page: it is the first of the second page of 20.
  expect(requests[2]).toMatchObject({ currentPage: 1, pageSize: 20 })
})

it('sorting and searching pages send a query and go to the first page', async () => {
  const { requests } = open(paged)
  await press('Next page')
  await userInput().click(screen.getByText('origin', { selector: '[role=columnheader] span' }))
  expect(requests).toHaveLength(2)
  expect(requests[1]).toMatchObject({ currentPage: 0, pageSize: 10, sortBy: [{ key: 'origin', desc: false }] })
  expect(headOf('origin').getAttribute('aria-sort')).toBe('ascending')
  // The rows keep the order of the engine.
  expect(screen.getAllByRole('gridcell')[0]?.textContent).toBe('ORD')
  await press('Next page')
  // In one turn: what is typed is searched for after a moment without Enter.
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'at' } })
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  await waitForAssertion(() => expect(requests.at(-1)).toMatchObject({ searchText: 'at', currentPage: 0 }))
  expect(requests).toHaveLength(4)
  await choose('Search in', 'carrier')
  expect(requests.at(-1)).toMatchObject({ searchText: 'at', searchColumn: 'carrier', currentPage: 0 })
})

it('the table shows the last page when the current page no longer exists', async () => {
  const { requests } = open(paged)
  await press('Next page')
  await press('Next page')
  expect(requests.at(-1)).toMatchObject({ currentPage: 2 })
  total = 8
  await press('Previous page')
  await waitForAssertion(() => expect(requests.at(-1)).toMatchObject({ currentPage: 0 }))
  expect(requests).toHaveLength(4)
  expect(screen.getByText('Rows 1 – 8 of 8')).toBeTruthy()
})

it('columns are moved, pinned and hidden by the menu of their heads, and shown as they were again', async () => {
  const { requests } = open({ allow_rearrange_columns: true })
  expect(heads()).toEqual(['origin', 'carrier', 'count'])
  await take('origin', 'Move right')
  expect(heads()).toEqual(['carrier', 'origin', 'count'])
  await take('count', 'Pin left')
  expect(heads()).toEqual(['count', 'carrier', 'origin'])
  await take('carrier', 'Hide column')
  expect(heads()).toEqual(['count', 'origin'])
  expect(Object.keys(requests.at(-1)?.['columns'] ?? {}).toSorted()).toEqual(['carrier', 'count', 'origin'])
  await take('count', 'Columns as they were')
  expect(heads()).toEqual(['origin', 'carrier', 'count'])
  expect(requests.at(-1)).toEqual({ columns: {} })
})

it('viewers move columns if the form allows it; authors always may, and the form stores it', async () => {
  const hand = userInput()
  const { requests, controls } = open({}, true)
  act(() => grid().focus())
  await hand.keyboard('{ArrowUp}{Alt>}{ArrowRight}{/Alt}')
  expect(heads()).toEqual(['carrier', 'origin', 'count'])
  await hand.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(requests).toEqual([])
  const config = controls.at(-1)?.['column_config'] as Readonly<Record<string, Values>>
  expect(config['carrier']).toEqual({ position: 1 })
  expect(config['origin']).toMatchObject({ position: 2 })
  expect(config['origin']?.['columnWidth']).toBeGreaterThan(100)
})

it('readers of other tables can resize columns, but not move them', async () => {
  const hand = userInput()
  const { requests } = open()
  act(() => grid().focus())
  await hand.keyboard('{ArrowUp}{Alt>}{ArrowRight}{/Alt}')
  expect(heads()).toEqual(['origin', 'carrier', 'count'])
  expect(requests).toEqual([])
  await hand.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(within(await screen.findByRole('menu')).queryByText('Move right')).toBeNull()
  await hand.click(await entryOf('Wider'))
  expect(Object.keys(requests[0]?.['columns'] ?? {})).toEqual(['origin'])
})

/** Mocks the layout of headers: 200 px wide, 28 px high. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const at = Number(this.getAttribute('aria-colindex') ?? 0) - 1
    return new DOMRect(Math.max(0, at) * 200, 0, at < 0 ? 600 : 200, 28)
  })
}

it('a dragged header moves to the position of the header it is dropped on, unless Escape is pressed', () => {
  layOut()
  open({ allow_rearrange_columns: true })
  const drag = (name: string, to: number) => {
    fireEvent.pointerDown(headOf(name), { button: 0, clientX: 20, pointerId: 1, pointerType: 'mouse' })
    fireEvent.pointerMove(headOf(name), { clientX: to, pointerId: 1 })
  }
  drag('origin', 450)
  expect(headOf('count').dataset['drop']).toBe('after')
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.pointerUp(headOf('origin'), { clientX: 450, pointerId: 1 })
  expect(heads()).toEqual(['origin', 'carrier', 'count'])
  drag('origin', 450)
  fireEvent.pointerUp(headOf('origin'), { clientX: 450, pointerId: 1 })
  fireEvent.click(headOf('origin'))
  expect(heads()).toEqual(['carrier', 'count', 'origin'])
  // The click event at the end of a drag does not sort.
  expect(headOf('origin').getAttribute('aria-sort')).toBeNull()
})

it('the edge of a header resizes its column, Escape restores the width, and a number is not cut', () => {
  layOut()
  const { requests } = open()
  const edge = (name: string) => headOf(name).querySelector<HTMLElement>('[data-grip]') as HTMLElement
  const before = Number.parseFloat(headOf('origin').style.width)
  const pull = (name: string, by: number) => {
    fireEvent.pointerDown(edge(name), { button: 0, clientX: 200, pointerId: 1 })
    fireEvent.pointerMove(edge(name), { clientX: 200 + by, pointerId: 1 })
  }
  pull('origin', 60)
  expect(Number.parseFloat(headOf('origin').style.width)).toBe(before + 60)
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.pointerUp(edge('origin'), { pointerId: 1 })
  expect(Number.parseFloat(headOf('origin').style.width)).toBe(before)
  expect(requests).toEqual([])
  pull('origin', 60)
  fireEvent.pointerUp(edge('origin'), { pointerId: 1 })
  expect(requests.at(-1)).toEqual({ columns: { origin: { columnWidth: before + 60 } } })
  pull('count', -500)
  fireEvent.pointerUp(edge('count'), { pointerId: 1 })
  // Two digits of 7 px plus 20 px of padding are less than the minimum header width of 40 px.
  expect(requests.at(-1)).toMatchObject({ columns: { count: { columnWidth: 40 } } })
})

it('a block of cells chosen with Shift is copied as tab-separated text', async () => {
  vi.stubGlobal('isSecureContext', true)
  const hand = userInput()
  open()
  act(() => grid().focus())
  await hand.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}{Control>}c{/Control}')
  await waitForAssertion(() => expect(screen.getByText('Copied')).toBeTruthy())
  expect(await navigator.clipboard.readText()).toBe('ORD\tAA\nATL\tDL')
})

it('rows retain their elements while the chart is resized or queried again', () => {
  let reads = 0
  const counts = new Proxy([30, 20, 10], {
    get(values, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++
      return Reflect.get(values, key, receiver)
    },
  })
  const columns = rows.columns.map((column) => (column.name === 'count' ? { ...column, values: counts } : column))
  const props = propsFor(table, toProps, {
    form: { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin', 'carrier'], metrics: ['count'] },
    tables: [{ ...rows, columns }, counted()],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
    ownState: {},
  })
  const drawn = (height: number) => (
    <TableView
      {...props}
      width={600}
      height={height}
      theme="light"
      onRendered={() => undefined}
      onSelect={() => undefined}
      onOwnState={() => undefined}
    />
  )
  const page = render(drawn(400))
  expect(screen.getByText('30')).toBeDefined()
  const before = reads
  page.rerender(drawn(360))
  expect(reads).toBe(before)
})
