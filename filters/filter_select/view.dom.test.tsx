import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Table, Value } from '#core/table/table.ts'
import { userInput } from '#testing/user-input.ts'
import type { FilterConfig } from '../filter-type.ts'
import SelectFilterView from './View.tsx'

const config: FilterConfig = {
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  name: 'Origin',
  filterType: 'filter_select',
  targets: [{ datasetId: 1, column: { name: 'origin' } }],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
}

const names = ['ATL', 'BOS', 'DEN', 'DFW', 'EWR', 'JFK', 'LAX', 'MIA', 'ORD', 'SEA']
const table: Table = {
  columns: [
    { name: 'origin', type: 1, values: names },
    { name: 'count', type: 0, values: names.map((_, row) => 1000 + row) },
  ],
  rowCount: names.length,
}

interface Given {
  readonly value?: readonly Value[]
  readonly isSingle?: boolean
  readonly sortMetric?: string
  readonly counts?: Table
  readonly options?: Table
  readonly beyond?: { readonly total?: number }
  readonly onSearch?: (text: string) => void
  readonly controlValues?: FilterConfig['controlValues']
  readonly onChange?: (value: readonly Value[] | undefined) => void
}

const view = ({ value, isSingle = true, sortMetric, counts, onChange = () => {}, ...given }: Given) => (
  <SelectFilterView
    config={{ ...config, ...(sortMetric ? { sortMetric } : {}), controlValues: given.controlValues ?? {} }}
    value={value}
    onChange={onChange}
    options={[given.options ?? table]}
    unlistedOptions={given.beyond}
    {...(given.onSearch ? { onSearch: given.onSearch } : {})}
    error={undefined}
    isInvalid={false}
    isSingle={isSingle}
    counts={counts}
  />
)

const rows = () => screen.getAllByRole('option').map((option) => option.textContent)

it('shows how many rows have a value when no other filter limits the page', () => {
  const { rerender } = render(view({}))
  expect(rows()[0]).toBe('ATL1,000')
  rerender(view({ isSingle: false }))
  expect(rows()[0]).toBe('ATL')
})

it('shows how many rows remain under the other filters, and nothing while the number is unknown', () => {
  const left: Table = {
    columns: [
      { name: 'origin', type: 1, values: ['ORD', 'BOS'] },
      { name: 'count', type: 0, values: [7, 2] },
    ],
    rowCount: 2,
  }
  const { rerender } = render(view({ isSingle: false, counts: left }))
  expect(rows().slice(0, 3)).toEqual(['ATL0', 'BOS2', 'DEN0'])
  expect(rows()[8]).toBe('ORD7')
  rerender(view({ isSingle: false }))
  expect(rows()[8]).toBe('ORD')
})

it('numbers, bars and order come from the named metric; values without it have no number', () => {
  const left: Table = {
    columns: [
      { name: 'origin', type: 1, values: ['ORD', 'BOS'] },
      { name: 'revenue', type: 0, values: [7.5, null] },
    ],
    rowCount: 2,
  }
  const { rerender } = render(view({ sortMetric: 'revenue' }))
  expect(rows()[0]).toBe('ATL1,000')
  rerender(view({ sortMetric: 'revenue', isSingle: false, counts: left }))
  expect([rows()[0], rows()[1], rows()[8]]).toEqual(['ATL', 'BOS', 'ORD7.5'])
})

it('lists the selected values first, and keeps the order while they are selected', async () => {
  const onChange = vi.fn<(value: readonly Value[] | undefined) => void>()
  const { rerender } = render(view({ value: ['ORD'], onChange }))
  expect(rows().map((row) => row?.slice(0, 3))).toEqual([
    'ORD',
    'ATL',
    'BOS',
    'DEN',
    'DFW',
    'EWR',
    'JFK',
    'LAX',
    'MIA',
    'SEA',
  ])

  await userInput().click(screen.getByRole('option', { name: /LAX/ }))
  expect(onChange).toHaveBeenCalledWith(['ORD', 'LAX'])
  rerender(view({ value: ['ORD', 'LAX'], onChange }))
  expect(rows()[1]).toMatch(/^ATL/)

  await userInput().type(screen.getByRole('searchbox'), 'S')
  await userInput().clear(screen.getByRole('searchbox'))
  expect(
    rows()
      .slice(0, 3)
      .map((row) => row?.slice(0, 3)),
  ).toEqual(['LAX', 'ORD', 'ATL'])
})

it('more values than it lists are counted and found on the server; unknown values are not counted', async () => {
  const onSearch = vi.fn<(text: string) => void>()
  const given = { beyond: { total: 29_112 }, onSearch, value: ['ZRH'] }
  const { rerender } = render(view(given))
  expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe('Search 29,112 values')
  expect(screen.getByRole('status').textContent).toBe('11 of 29,112')
  expect(rows()[0]).toBe('ZRH')
  await userInput().type(screen.getByRole('searchbox'), 'or')
  expect(onSearch).toHaveBeenLastCalledWith('or')
  const found = { columns: table.columns.map((each) => ({ ...each, values: each.values.slice(8, 9) })), rowCount: 1 }
  rerender(view({ ...given, options: found }))
  expect(rows()).toEqual(['ORD1,008'])
  expect(screen.getByRole('status').textContent).toBe('1 of 29,112')
  rerender(view({ ...given, beyond: {} }))
  expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe('Search more than 1,000 values')
})

it('hides counts that may be truncated', () => {
  const many = {
    columns: [
      { name: 'origin', type: 1, values: names },
      { name: 'count', type: 0, values: [7] },
    ],
  }
  render(view({ isSingle: false, counts: { ...many, rowCount: 1001 } as unknown as Table }))
  expect(rows()[0]).toBe('ATL')
})

it('a pasted list is selected, each value once, unlisted ones too; one value is searched for', async () => {
  const onChange = vi.fn<(value: readonly Value[] | undefined) => void>()
  render(view({ value: ['SEA'], onChange }))
  const hand = userInput()
  await hand.click(screen.getByRole('searchbox'))
  await hand.paste(' atl, "New York, NY";ORD\nATL\t,SEA')
  expect(onChange).toHaveBeenLastCalledWith(['SEA', 'ATL', 'New York, NY', 'ORD'])
  await hand.paste('ORD')
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(rows()).toEqual(['ORD1,008'])
})

it('pasted numbers are added to a number filter; a filter of one value accepts no list', async () => {
  const onChange = vi.fn<(value: readonly Value[] | undefined) => void>()
  const [, count] = table.columns
  const years = { columns: [{ name: 'year', type: 0, values: [1999, 2000] }, count], rowCount: 2 } as Table
  const { unmount } = render(view({ options: years, onChange }))
  const hand = userInput()
  await hand.click(screen.getByRole('listbox'))
  onChange.mockClear()
  await hand.paste('2000;1985\nlater')
  expect(onChange).toHaveBeenLastCalledWith([2000, 1985])
  await hand.paste('9007199254740993;0.12345678901234567891')
  expect(onChange).toHaveBeenLastCalledWith(['9007199254740993', '0.12345678901234567891'])
  unmount()
  onChange.mockClear()
  render(view({ onChange, controlValues: { multiSelect: false } }))
  await hand.click(screen.getByRole('searchbox'))
  await hand.paste('ATL,ORD')
  expect(onChange).not.toHaveBeenCalled()
})

it('times are listed, searched and pasted as dates, and the selection is in the form the engine needs', async () => {
  const days = ['2001-03-01', '2001-03-02', '2001-03-03', '2001-03-04', '2001-03-05', '2001-03-06', '2001-03-07']
  const moments = [...days.map((day) => Date.parse(day)), Date.parse('2001-03-08T10:30:00Z'), null]
  const options: Table = {
    columns: [
      { name: 'day', type: 2, values: moments },
      { name: 'count', type: 0, values: moments.map(() => 3) },
    ],
    rowCount: moments.length,
  }
  const hand = userInput()
  const onChange = vi.fn<(value: readonly Value[] | undefined) => void>()
  render(view({ options, onChange }))
  expect(rows()).toEqual([...days, '2001-03-08 10:30:00', '<NULL>'].map((day) => `${day}3`))

  await hand.click(screen.getByRole('option', { name: /^2001-03-02/ }))
  expect(onChange).toHaveBeenLastCalledWith([Date.parse('2001-03-02')])
  await hand.type(screen.getByRole('searchbox'), '03-08')
  expect(rows()).toEqual(['2001-03-08 10:30:003'])
  await hand.clear(screen.getByRole('searchbox'))
  await hand.paste('2001-03-08T10:30;2001-04-01\nsoon')
  expect(onChange).toHaveBeenLastCalledWith([Date.parse('2001-03-08T10:30:00Z'), Date.parse('2001-04-01')])
})

it('lists weekdays in the order of the week, in the direction of its setting, unless a metric sorts them', () => {
  const days = ['Friday', 'Monday', 'Sunday', 'Wednesday']
  const options: Table = {
    columns: [
      { name: 'day', type: 1, values: days },
      { name: 'count', type: 0, values: [5, 1, 7, 3] },
    ],
    rowCount: days.length,
  }
  const { rerender } = render(view({ options }))
  expect(rows()).toEqual(['Monday1', 'Wednesday3', 'Friday5', 'Sunday7'])
  rerender(view({ options, controlValues: { sortAscending: false } }))
  expect(rows()).toEqual(['Sunday7', 'Friday5', 'Wednesday3', 'Monday1'])
  rerender(view({ options, sortMetric: 'revenue' }))
  expect(rows()).toEqual(['Friday5', 'Monday1', 'Sunday7', 'Wednesday3'])
})
