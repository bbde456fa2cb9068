import { expect, it } from 'vitest'
import type { FormData } from './form-data.ts'
import { type TransferableControls, switchChartType } from './switch-chart-type.ts'

const line: TransferableControls = {
  metrics: [{ name: 'metrics', multi: true }],
  columns: [{ name: 'groupby', multi: true }],
  names: ['metrics', 'groupby', 'adhoc_filters', 'time_range', 'time_grain_sqla', 'row_limit', 'show_legend'],
}
const number: TransferableControls = {
  metrics: [{ name: 'metric', multi: false }],
  columns: [],
  names: ['metric', 'adhoc_filters', 'time_range', 'subheader'],
}
const toNumber = { viz_type: 'big_number_total', slots: number, defaults: { subheader: '' } }
const toLine = { viz_type: 'line', slots: line, defaults: { show_legend: true, row_limit: 10000 } }

const form: FormData = {
  viz_type: 'line',
  datasource: '1__table',
  metrics: ['a', 'b'],
  groupby: ['g'],
  time_range: 'Last week',
  time_grain_sqla: 'P1D',
  adhoc_filters: [{ subject: 'x' }],
  show_legend: false,
  unknown_key: 7,
}

it('moves metrics into the controls of the new type and keeps filters, time and unknown keys', () => {
  const next = switchChartType(form, toNumber, line)
  expect(next).toMatchObject({
    viz_type: 'big_number_total',
    datasource: '1__table',
    metric: 'a',
    time_range: 'Last week',
    time_grain_sqla: 'P1D',
    adhoc_filters: [{ subject: 'x' }],
    unknown_key: 7,
    subheader: '',
  })
  expect(next).not.toHaveProperty('show_legend')
  expect(next).not.toHaveProperty('metrics')
})

it('restores all metrics after a switch to a type with fewer metrics and back', () => {
  const { standardizedFormData: _, ...back } = switchChartType(switchChartType(form, toNumber, line), toLine, number)
  expect(back).toEqual(form)
})

it('restores a metric changed meanwhile instead of the stored ones', () => {
  const there = { ...switchChartType(form, toNumber, line), metric: 'c' }
  const back = switchChartType(there, toLine, number)
  expect(back.metrics).toEqual(['c'])
  expect(back['show_legend']).toBe(false)
})

it('restores filters changed meanwhile', () => {
  const there = { ...switchChartType(form, toNumber, line), time_range: 'Last year' }
  const back = switchChartType(there, toLine, number)
  expect(back.time_range).toBe('Last year')
  expect(back.metrics).toEqual(['a', 'b'])
})
