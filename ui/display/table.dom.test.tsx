import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { userInput, press } from '#testing/user-input.ts'
import { Table } from './Table.tsx'
import { phoneColumns, type TableColumn } from './table-column.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly kind: string
}

const columns: readonly TableColumn<Row>[] = [
  { id: 'star', title: 'Favorite', isTitleHidden: true, cell: () => <button type="button">star</button> },
  { id: 'name', title: 'Name', isSortable: true, cell: (row) => row.name },
  { id: 'kind', title: 'Type', cell: (row) => row.kind },
  { id: 'owners', title: 'Owners', isWideOnly: true, cell: () => 'somebody' },
  { id: 'changed', title: 'Modified', isSortable: true, width: 160, cell: () => 'yesterday' },
]
const rows = [{ id: '1', name: 'Flights per day of the first half of 2001', kind: 'Line chart' }]

it('a row on a phone shows its name first and other values below, and one header sorts both', async () => {
  const onSort = vi.fn<(sort: object) => void>()
  const onOpen = vi.fn<(row: Row) => void>()
  render(
    <Table
      label="Charts"
      rows={rows}
      rowKey={({ id }) => id}
      columns={phoneColumns(columns)}
      sort={{ id: 'changed', isDescending: true }}
      onSort={onSort}
      onOpen={onOpen}
    />,
  )
  const [, row] = screen.getAllByRole('row')
  const [star, cell, ...rest] = within(row as HTMLElement).getAllByRole('cell')
  expect(rest).toEqual([])
  expect(star?.textContent).toBe('star')
  const [first, second] = [...(cell?.children ?? [])]
  expect(first?.textContent).toBe(rows[0]?.name)
  expect([...(second?.children ?? [])].map((each) => each.textContent)).toEqual(['Line chart', 'yesterday'])
  expect(screen.getByRole('button', { name: 'Modified', pressed: true })).toBeDefined()
  await press('Name')
  await press('Modified')
  expect(onSort.mock.calls).toEqual([[{ id: 'name', isDescending: false }], [{ id: 'changed', isDescending: false }]])
  await userInput().click(second as Element)
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[0])
})

it('a table that scrolls sideways receives the focus if nothing in it does', async () => {
  let contentWidth = 900
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => contentWidth)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  const [, name, kind] = columns as [TableColumn<Row>, TableColumn<Row>, TableColumn<Row>]
  const draw = (shown: readonly TableColumn<Row>[]) => (
    <Table label="Profiles" rows={rows} rowKey={({ id }) => id} columns={shown} />
  )
  const { rerender } = render(draw([name, kind]))
  await userInput().tab()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Profiles' }))
  rerender(draw(columns))
  expect(screen.queryByRole('group', { name: 'Profiles' })).toBeNull()
  contentWidth = 600
  rerender(draw([name, kind]))
  expect(screen.queryByRole('group', { name: 'Profiles' })).toBeNull()
})
