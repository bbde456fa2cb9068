import { expect, it } from 'vitest'
import { fieldTexts } from './field.ts'

it('E-CONTROLS-26: shows messages of the control together with external ones', () => {
  const control = { type: 'metric', name: 'metrics', label: 'Metrics', affects: 'query' } as const
  expect(fieldTexts(control, ['cannot be empty', 'is unknown to the server']).error).toBe(
    'cannot be empty; is unknown to the server',
  )
})
