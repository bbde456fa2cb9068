import { expect, it } from 'vitest'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { actions, createExploreStore } from '../state/store.ts'
import { fitGrain } from './suitable-grain.ts'
import { newForm } from './new-form.ts'

const DAY = 86_400_000
const dataset: DatasetResponse = {
  id: 3,
  table_name: 'sales',
  main_dttm_col: 'sold',
  columns: [{ column_name: 'sold', type: 'DATE', type_generic: 2, is_dttm: true }],
  metrics: [],
}
const open = (vizType = 'table') =>
  createExploreStore({ slice: null, dataset, form: newForm(vizType, dataset), title: '' })
const grainOf = (store: ReturnType<typeof open>) => store.getState().form['time_grain_sqla']

it('starts a new chart with the grain of its data, without an undo step or unsaved change', async () => {
  const store = open()
  const requested: unknown[] = []
  await fitGrain(store, async (...what) => {
    requested.push(what)
    return { rows: 1095, span: 365 * DAY }
  })
  expect(requested).toEqual([[3, 'sold']])
  expect(grainOf(store)).toBe('P1W')
  const { form, saved, dataset: counted } = store.getState()
  expect(counted.row_count).toBe(1095)
  expect(form).toBe(saved)
  expect(store.temporal.getState().pastStates).toEqual([])
  actions.setVizType(store, 'echarts_timeseries_bar')
  expect(grainOf(store)).toBe('P1W')
})

it('another selected type gets it as well', async () => {
  const store = open()
  const answered = fitGrain(store, async () => ({ rows: 1095, span: 365 * DAY }))
  actions.setVizType(store, 'echarts_timeseries_line')
  expect(grainOf(store)).toBe('P1D')
  await answered
  expect(grainOf(store)).toBe('P1W')
})

it('a selection during the query stays, and data without an extent changes nothing', async () => {
  const chosen = open('echarts_timeseries_line')
  const answered = fitGrain(chosen, async () => ({ rows: 1095, span: 365 * DAY }))
  actions.setControl(chosen, 'time_grain_sqla', 'P1Y')
  await answered
  expect(grainOf(chosen)).toBe('P1Y')
  const failed = open('echarts_timeseries_line')
  await fitGrain(failed, () => Promise.reject(new Error('gone')))
  expect(grainOf(failed)).toBe('P1D')
})

it('a restored draft is not changed', async () => {
  const draft = open('echarts_timeseries_line')
  actions.setControl(draft, 'metrics', ['count'])
  await fitGrain(draft, async () => ({ rows: 1095, span: 365 * DAY }))
  expect(grainOf(draft)).toBe('P1D')
})
