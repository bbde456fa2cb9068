import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LocaleProvider } from '#ui/tokens/LocaleProvider.tsx'
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

const view = (options: readonly (typeof table)[] | undefined, onChange = vi.fn<(value: unknown) => void>()) => (
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

it('holds its place while its values are on the way', () => {
  const { container } = render(view(undefined))
  expect(container.querySelectorAll('i').length).toBeGreaterThan(1)
  expect(screen.getByText('Loading filter values')).toBeDefined()
})
