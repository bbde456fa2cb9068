import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { FixedOrMetric } from './index.ts'
import FixedOrMetricView from './View.tsx'
import type { Control } from '#controls/control.ts'
import { controlContext } from '#testing/control-context.ts'
import { choose, field, userInput, press, waitForAssertion, write } from '#testing/user-input.ts'

const control: Control = { type: 'fixed_or_metric', name: 'size', label: 'Point Size', affects: 'query' }

/** Renders the control with a stored value. */
function open(start?: FixedOrMetric) {
  const stored: { value: FixedOrMetric | undefined } = { value: start }
  function StatefulControl() {
    const [value, setValue] = useState(start)
    stored.value = value
    return (
      <FixedOrMetricView control={control} value={value} onChange={setValue} errors={[]} context={controlContext()} />
    )
  }
  render(<StatefulControl />)
  return stored
}

it('a new one is fixed at 5, and takes a number', async () => {
  const stored = open()
  expect(field('Point Size: Fixed').value).toBe('5')
  await write('Point Size: Fixed', '12.5')
  await userInput().keyboard('{Enter}')
  await waitForAssertion(() => expect(stored.value).toEqual({ type: 'fix', value: 12.5 }))
})

it('E-CONTROLS-10: the size is fixed or a metric, which is added, shown and removed', async () => {
  const stored = open()
  await press('Based on a metric', 'radio')
  expect(stored.value).toEqual({ type: 'metric', value: null })
  expect(screen.queryByRole('textbox', { name: 'Point Size: Fixed' })).toBeNull()
  expect(screen.getAllByText('Metric')).toHaveLength(1)
  await press('Add a metric')
  await choose('Saved metric', /Miles flown/)
  await press('Save')
  expect(stored.value).toEqual({ type: 'metric', value: 'miles' })
  expect(screen.queryByRole('button', { name: 'Add a metric' })).toBeNull()
  await press('Remove miles')
  expect(stored.value).toEqual({ type: 'metric', value: null })
})

it('fixed again it is 100', async () => {
  const stored = open({ type: 'metric', value: 'miles' })
  await press('Fixed', 'radio')
  expect(stored.value).toEqual({ type: 'fix', value: 100 })
  expect(field('Point Size: Fixed').value).toBe('100')
})

it('created values are named by the control', async () => {
  const stored = open({ type: 'metric', value: null })
  await press('Add a metric')
  await press('Simple', 'tab')
  await choose('Column', /delay/)
  await press('AVG')
  await press('Save')
  expect(stored.value).toMatchObject({ type: 'metric', value: { label: 'AVG(delay)', optionName: 'size_metric' } })
})
