import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { big_number } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { takeCanvas } from '#testing/canvas.ts'
import { inputOf } from '#testing/chart-inputs.ts'
import { waitForAssertion } from '#testing/user-input.ts'

const CODE = './TrendLineView.tsx'

it('shows its number before the code of the line, also if that cannot be loaded; the line follows once online', async () => {
  takeCanvas()
  // The view of other tests has loaded its line.
  vi.resetModules()
  vi.doMock(CODE, () => {
    throw new Error('offline')
  })
  const { default: TrendView, toProps } = await import('./View.tsx')
  const form = { viz_type: 'big_number', datasource: '1__table', metric: 'count', granularity_sqla: 'date' }
  const cell = (name: string, row: number) => (name === 'count' ? 40 + row : Date.UTC(2024, 0, 1 + row))
  const props = propsFor(big_number, toProps, inputOf(big_number, form, 3, cell))
  const onRendered = vi.fn<() => void>()
  render(<TrendView {...props} shown={props} width={600} height={400} theme="light" onRendered={onRendered} />)
  const line = () => screen.queryByRole('application')
  expect(screen.getByText('42')).toBeDefined()
  expect([line(), onRendered.mock.calls.length]).toEqual([null, 0])
  await waitForAssertion(() => expect(onRendered).toHaveBeenCalledOnce())
  expect(line()).toBeNull()
  vi.doUnmock(CODE)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitForAssertion(() => expect(line()).not.toBeNull())
})
