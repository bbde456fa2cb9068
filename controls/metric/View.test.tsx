import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import MetricView from './View.tsx'
import type { Control, ControlContext } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { MetricEditor } from '#controls/shared/metric/MetricEditor.tsx'
import type { QueryMetric } from '#core/query/query-object.ts'

const context = (forbids = false): ControlContext => ({
  dataset: {
    id: 1,
    type: 'table',
    name: 'flights',
    columns: [{ column_name: 'delay', type_generic: 0, is_dttm: false }],
    metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    time_grains: [],
    disallow_adhoc_metrics: forbids,
  },
  form: { viz_type: 'table' },
})
const control: Control = { type: 'metric', name: 'metrics', label: 'Metrics', affects: 'query' }
const nothing = () => undefined
const sum: QueryMetric = { expressionType: 'SIMPLE', column: { column_name: 'delay' }, aggregate: 'SUM', label: 'S' }
const editor = (metric: QueryMetric | undefined, forbids = false) =>
  renderToStaticMarkup(
    <MetricEditor metric={metric} optionName="m" context={context(forbids)} onSave={nothing} onClose={nothing} />,
  )
const isDisabled = (markup: string, name: string) =>
  new RegExp(`<button[^>]*disabled=""[^>]*>(<span[^>]*>)?${name}<`).test(markup)
const view = (own: Partial<Control>, value: readonly QueryMetric[]) =>
  renderToStaticMarkup(
    <MetricView control={{ ...control, ...own }} value={value} onChange={nothing} errors={[]} context={context()} />,
  )

it('E-METRIC-01: metrics are listed with a place to add one', () => {
  expect(view({ multi: true }, ['count', sum])).toMatch(/count.*>S<.*Add a metric/)
})

it('E-CONTROLS-33: a control of one metric that holds one offers no second', () => {
  expect(view({}, ['count'])).not.toContain('Add a metric')
  expect(view({}, [])).toContain('Add a metric')
  expect(view({ multi: true }, ['count'])).toContain('Add a metric')
})

it('E-METRIC-08: Save is enabled when the metric is valid or a saved one is chosen', () => {
  expect(isDisabled(editor(undefined), 'Save')).toBe(true)
  expect(isDisabled(editor('count'), 'Save')).toBe(false)
  expect(isDisabled(editor(sum), 'Save')).toBe(false)
  expect(isDisabled(editor({ ...sum, aggregate: null }), 'Save')).toBe(true)
})

it('E-METRIC-09: Simple and Custom SQL are disabled when the dataset forbids ad hoc metrics', () => {
  const tabs = (markup: string) => ['Saved', 'Simple', 'Custom SQL'].map((name) => isDisabled(markup, name))
  expect(tabs(editor(undefined, true))).toEqual([false, true, true])
  expect(tabs(editor(sum, true))).toEqual([false, true, true])
  expect(tabs(editor(sum))).toEqual([false, false, false])
})

it('E-CONTROLS-26: messages of the control and of elsewhere stand together', () => {
  expect(fieldTexts(control, ['cannot be empty', 'is unknown to the server']).error).toBe(
    'cannot be empty; is unknown to the server',
  )
})
