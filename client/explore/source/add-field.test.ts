import { expect, it } from 'vitest'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { createExploreStore } from '../state/store.ts'
import { addFieldToControl } from './add-field.ts'

const column = (column_name: string, type_generic: 0 | 1) =>
  ({
    column_name,
    type: type_generic === 0 ? 'DOUBLE' : 'VARCHAR',
    type_generic,
    is_dttm: false,
    groupby: true,
  }) as const

const dataset: DatasetResponse = {
  id: 3,
  table_name: 'sales',
  columns: [column('revenue', 0), column('units', 0), column('year', 0), column('region', 1)],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}

function open(form: { viz_type: string; [key: string]: unknown }, over: Partial<DatasetResponse> = {}) {
  const store = createExploreStore({
    slice: null,
    dataset: { ...dataset, ...over },
    form: { datasource: '3__table', ...form },
    title: '',
  })
  const add = (kind: 'metric' | 'column', name: string) => addFieldToControl(store, { kind, name, label: name })
  return { add, form: () => store.getState().form, steps: () => store.temporal.getState().pastStates.length }
}

it('a pressed amount is summed up in the metrics, once', () => {
  const { add, form, steps } = open({ viz_type: 'echarts_timeseries_line', metrics: ['count'] })
  add('column', 'revenue')
  add('column', 'units')
  add('column', 'revenue')
  expect(form()['metrics']).toMatchObject([
    'count',
    { aggregate: 'SUM', column: { column_name: 'revenue' }, label: 'SUM(revenue)', optionName: 'metric_2' },
    { aggregate: 'SUM', label: 'SUM(units)', optionName: 'metric_3' },
  ])
  expect(form()['groupby']).toEqual([])
  expect(steps()).toBe(2)
})

it('a chart with a single metric replaces it with the sum', () => {
  const { add, form } = open({ viz_type: 'pie', metric: 'count' })
  add('column', 'revenue')
  expect(form()['metric']).toMatchObject({ label: 'SUM(revenue)' })
  expect(form()['groupby']).toEqual([])
})

it('years and texts are dimensions', () => {
  const { add, form } = open({ viz_type: 'pie' })
  add('column', 'year')
  add('column', 'region')
  add('column', 'region')
  add('metric', 'count')
  expect(form()).toMatchObject({ groupby: ['year', 'region'], metric: 'count' })
})

it('raw rows have columns only, and so have datasets with saved metrics only', () => {
  const raw = open({ viz_type: 'table', query_mode: 'raw' })
  raw.add('column', 'revenue')
  expect(raw.form()).toMatchObject({ all_columns: ['revenue'], metrics: [] })
  const locked = open({ viz_type: 'table' }, { extra: '{"disallow_adhoc_metrics": true}' })
  locked.add('column', 'revenue')
  expect(locked.form()).toMatchObject({ groupby: ['revenue'], metrics: [] })
})
