import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { reportFirstSizes } from '#testing/resize-observer.ts'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { VirtualTable } from './VirtualTable.tsx'
import { VirtualTableHeader } from './VirtualTableHeader.tsx'

const nothing = () => undefined
const still = {
  drag: undefined,
  take: nothing,
  wasDrag: () => false,
  onPointerMove: nothing,
  onPointerUp: nothing,
  onPointerCancel: nothing,
}

it('shows the explanation of a column next to its name; the header sorts', async () => {
  const onSort = vi.fn<(column: number) => void>()
  const columns = [{ id: 'a', title: 'Change', isSortable: true, align: 'end' as const, headEnd: <b>why</b> }]
  render(
    <VirtualTableHeader
      gridId="g"
      columns={columns}
      seen={[{ key: 'a', index: 0, start: 0, size: 90, end: 90, lane: 0 }]}
      pins={{ start: [], end: [], startWidth: 0, endWidth: 0 }}
      headerInput={undefined}
      dragging={still}
      width={90}
      height={28}
      active={undefined}
      sort={undefined}
      onSort={onSort}
    />,
  )
  const [title, ...rest] = screen.getByRole('columnheader').children
  expect(title?.textContent).toBe('Change')
  expect(rest.map((each) => each.textContent)).toEqual(['why', ''])
  await press(/^Change/, 'columnheader')
  expect(onSort).toHaveBeenCalledExactlyOnceWith(0)
})

it('shows the share of empty values under a name; a click on it does not sort', () => {
  const onSort = vi.fn<(column: number) => void>()
  const onNulls = vi.fn<() => void>()
  const columns = [
    { id: 'a', title: 'Change', isSortable: true, nullShare: 0.125, onNulls },
    { id: 'b', title: 'Whole', nullShare: 0 },
    { id: 'c', title: 'Rare', nullShare: 0.0001 },
  ]
  render(
    <VirtualTableHeader
      gridId="g"
      columns={columns}
      seen={columns.map(({ id }, index) => ({ key: id, index, start: index * 90, size: 90, end: 90, lane: 0 }))}
      pins={{ start: [], end: [], startWidth: 0, endWidth: 0 }}
      headerInput={undefined}
      dragging={still}
      width={270}
      height={28}
      active={undefined}
      sort={undefined}
      onSort={onSort}
    />,
  )
  expect(screen.getAllByRole('columnheader').map(({ title }) => title)).toEqual([
    'Change · 12.5% empty',
    'Whole',
    'Rare · <0.1% empty',
  ])
  const strips = document.querySelectorAll<HTMLElement>('[data-null-share]')
  expect([...strips].map((each) => each.querySelector('i')?.style.width)).toEqual(['12.5%', '0.01%'])
  fireEvent.click(strips[0] as HTMLElement)
  expect(onNulls).toHaveBeenCalledOnce()
  expect(onSort).not.toHaveBeenCalled()
})

const rows = 36
const stub = (
  name: 'clientHeight' | 'clientWidth' | 'offsetHeight' | 'offsetWidth' | 'scrollHeight' | 'scrollWidth',
  value: number,
) => vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(value)

it('the last visible row is complete, and an edge marks further rows until the end', async () => {
  stub('clientHeight', 330)
  stub('offsetHeight', 330)
  stub('clientWidth', 300)
  stub('scrollHeight', 28 + rows * 24)
  stub('scrollWidth', 500)
  reportFirstSizes()
  const onVisibleRows = vi.fn<(rows: number) => void>()
  const cell = (row: number) => String(row)
  const columns = [{ id: 'a', title: 'A', width: 500 }]
  render(
    <VirtualTable
      label="Rows"
      rowCount={rows}
      columns={columns}
      cell={cell}
      text={cell}
      rowHeight={24}
      onVisibleRows={onVisibleRows}
    />,
  )
  const grid = screen.getByRole('grid', { name: 'Rows' })
  const frame = grid.parentElement
  expect(onVisibleRows).toHaveBeenLastCalledWith(12)
  expect(grid.style.height).toBe('316px')
  await waitForAssertion(() => expect(frame?.dataset['more']).toBe('below right'))
  grid.scrollTop = rows * 24
  grid.scrollLeft = 200
  grid.dispatchEvent(new Event('scroll'))
  await waitForAssertion(() => expect(frame?.dataset['more']).toBe(''))
})

it('a height change renders no row, and a width change each column once', () => {
  stub('clientHeight', 330)
  stub('offsetHeight', 330)
  stub('clientWidth', 300)
  const cell = vi.fn<(row: number, column: number) => string>(String)
  const text = (row: number) => String(row)
  const columns = [{ id: 'a', title: 'A', width: 100 }]
  const table = (height: number, of = columns) => (
    <VirtualTable label="Rows" rowCount={3} columns={of} cell={cell} text={text} rowHeight={24} height={height} />
  )
  const { rerender } = render(table(330))
  expect(screen.getAllByRole('gridcell')).toHaveLength(3)
  cell.mockClear()
  rerender(table(300))
  expect(cell).not.toHaveBeenCalled()
  rerender(table(300, [{ id: 'a', title: 'A', width: 400 }]))
  expect(cell).toHaveBeenCalledTimes(3)
  expect(screen.getAllByRole('gridcell').map(({ style }) => style.width)).toEqual(['400px', '400px', '400px'])
})

it('headers render again when their content changes, but not when the height of the table changes', () => {
  stub('clientWidth', 300)
  const looks = vi.fn<() => string>(() => 'ClassifiedError')
  const column = Object.defineProperty({ id: 'a', title: 'A', width: 100 }, 'hint', { get: looks, enumerable: true })
  const columns = [column]
  const cell = (row: number) => String(row)
  const table = (height: number, shown = columns) => (
    <VirtualTable
      label="Rows"
      rowCount={rows}
      columns={shown}
      cell={cell}
      text={cell}
      height={height}
      onSort={nothing}
    />
  )
  const { rerender } = render(table(300))
  const before = looks.mock.calls.length
  expect(before).toBeGreaterThan(0)
  rerender(table(200))
  expect(looks).toHaveBeenCalledTimes(before)
  rerender(table(200, [column]))
  expect(looks.mock.calls.length).toBeGreaterThan(before)
})

it('a header without space for its name and its menu is marked, and its name is not truncated', () => {
  const headerInput = { onMenu: nothing, onResize: nothing, onMove: nothing } as never
  const draw = (size: number) => (
    <VirtualTableHeader
      gridId="g"
      columns={[{ id: 'a', title: 'Flights' }]}
      seen={[{ key: 'a', index: 0, start: 0, size, end: size, lane: 0 }]}
      pins={{ start: [], end: [], startWidth: 0, endWidth: 0 }}
      headerInput={headerInput}
      dragging={still}
      width={size}
      height={28}
      active={undefined}
      sort={undefined}
      onSort={undefined}
    />
  )
  const isTight = () => screen.getByRole('columnheader').hasAttribute('data-tight')
  // A capital of 8 px, 6 letters of 6.9 and the padding need 69.4 px, the menu button 28.
  const { rerender } = render(draw(90))
  expect(isTight()).toBe(true)
  rerender(draw(98))
  expect(isTight()).toBe(false)
})

it('renders rows beyond the visible ones when the pointer or the focus enters', () => {
  // 13.75 rows are visible.
  stub('clientHeight', 330)
  stub('offsetHeight', 330)
  stub('clientWidth', 300)
  stub('offsetWidth', 300)
  const cell = (row: number) => String(row)
  const table = <VirtualTable label="Rows" rowCount={90} columns={[{ id: 'a', title: 'A' }]} cell={cell} text={cell} />
  const firstRender = render(table)
  expect(screen.getAllByRole('gridcell')).toHaveLength(14 + 1)
  fireEvent.pointerEnter(screen.getByRole('grid'))
  expect(screen.getAllByRole('gridcell')).toHaveLength(14 + 12)
  firstRender.unmount()
  render(table)
  fireEvent.focus(screen.getByRole('grid'))
  expect(screen.getAllByRole('gridcell')).toHaveLength(14 + 12)
})
