import { expect, it } from 'vitest'
import { DEFAULT_FIXED_OR_METRIC, fixed_or_metric, fixedText } from './index.ts'
import type { Control } from '#controls/control.ts'

const control: Control = { type: 'fixed_or_metric', name: 'point_radius', label: 'Point size', affects: 'query' }
const sum = { expressionType: 'SIMPLE', column: { column_name: 'x' }, aggregate: 'SUM', label: 'SUM(x)' } as const

it('K-QUERY-09: the fixed value is 5 at first, and 100 fills the input while a metric is chosen', () => {
  expect(DEFAULT_FIXED_OR_METRIC).toEqual({ type: 'fix', value: 5 })
  expect(fixedText(undefined)).toBe('5')
  expect(fixedText({ type: 'fix', value: 12.5 })).toBe('12.5')
  expect(fixedText({ type: 'metric', value: 'count' })).toBe('100')
})

it('E-CONTROLS-37 E-CONTROLS-10: a value has a type, fix or metric, and a value', () => {
  expect(fixed_or_metric.parse({ type: 'fix', value: '7' }, control)).toEqual({ type: 'fix', value: 7 })
  expect(fixed_or_metric.parse({ type: 'metric', value: sum }, control)).toEqual({ type: 'metric', value: sum })
  expect(fixed_or_metric.parse(3, control)).toEqual({ type: 'fix', value: 3 })
  expect(fixed_or_metric.parse('count', control)).toEqual({ type: 'metric', value: 'count' })
  expect(fixed_or_metric.parse(sum, control)).toEqual({ type: 'metric', value: sum })
  expect(fixed_or_metric.parse({ type: 'metric', value: {} }, control)).toEqual({ type: 'metric', value: null })
  for (const none of [{ type: 'fix', value: 'x' }, { type: 'fix', value: ' ' }, { type: 'odd' }, null, '', Number.NaN])
    expect(fixed_or_metric.parse(none, control)).toBeUndefined()
})

it('requires the metric if the type is metric', () => {
  expect(fixed_or_metric.check({ type: 'metric', value: null }, control)).toEqual(['cannot be empty'])
  expect(fixed_or_metric.check({ type: 'metric', value: sum }, control)).toEqual([])
  expect(fixed_or_metric.check({ type: 'fix', value: 0 }, control)).toEqual([])
})
