import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LocaleProvider } from '#ui/tokens/LocaleProvider.tsx'
import type { Table, Value } from '#core/table/table.ts'
import { userInput } from '#testing/user-input.ts'
import type { FilterConfig } from '../filter-type.ts'
import RangeFilterView from './View.tsx'

const config: FilterConfig = {
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  name: 'Distance',
  filterType: 'filter_range',
  targets: [{ datasetId: 1, column: { name: 'distance' } }],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
}

const table = {
  columns: [
    { name: 'min', type: 0 as const, values: [0] },
    { name: 'max', type: 0 as const, values: [4962] },
  ],
  rowCount: 1,
}

const view = (options: readonly Table[] | undefined, onChange = vi.fn<(value: unknown) => void>()) => (
  <RangeFilterView
    config={config}
    value={undefined}
    onChange={onChange}
    options={options}
    error={undefined}
    isInvalid={false}
    isSingle
  />
)

it('prints its numbers with thousands separators, and parses them', async () => {
  const onChange = vi.fn<(value: unknown) => void>()
  render(view([table], onChange))
  const greatest = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Maximum Distance' })
  expect(greatest.value).toBe('4,962')
  await userInput().clear(greatest)
  await userInput().type(greatest, '1,250{Enter}')
  expect(onChange).toHaveBeenLastCalledWith([null, 1250])
})

it('prints and parses numbers as the user has chosen', async () => {
  const onChange = vi.fn<(value: unknown) => void>()
  render(<LocaleProvider locale="de-DE">{view([table], onChange)}</LocaleProvider>)
  const highest = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Maximum Distance' })
  expect(highest.value).toBe('4.962')
  await userInput().clear(highest)
  await userInput().type(highest, '1.250,5{Enter}')
  expect(onChange).toHaveBeenLastCalledWith([null, 1250.5])
})

it('reserves its space while its values are loading', () => {
  const { container } = render(view(undefined))
  expect(container.querySelectorAll('i').length).toBeGreaterThan(1)
  expect(screen.getByText('Loading filter values')).toBeDefined()
})

const endsOf = (min: Value, max: Value) => ({
  columns: [
    { name: 'min', type: 0 as const, values: [min] },
    { name: 'max', type: 0 as const, values: [max] },
  ],
  rowCount: 1,
})

it('offers a slider for numbers that the engine returns as digits', () => {
  render(view([endsOf('-9007199254740993', '9223372036854775807')]))
  expect(screen.getAllByRole('slider')).toHaveLength(2)
})

it('offers fields when an end of the column is no finite number', async () => {
  const onChange = vi.fn<(value: unknown) => void>()
  render(view([endsOf(2, 'NaN')], onChange))
  expect(screen.queryByRole('slider')).toBeNull()
  await userInput().type(screen.getByRole('spinbutton', { name: 'Maximum Distance' }), '12{Enter}')
  expect(onChange).toHaveBeenLastCalledWith([null, 12])
})

it('shows that there is no data when the column has no value', () => {
  render(view([endsOf(null, null)]))
  expect(screen.getByText('No data')).toBeDefined()
})
