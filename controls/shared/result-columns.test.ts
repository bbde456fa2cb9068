import { expect, it } from 'vitest'
import { resultColumns } from './result-columns.ts'
import { controlContext } from '#testing/control-context.ts'

const columns = [
  { column_name: 'origin', verbose_name: 'Airport', type_generic: 1, is_dttm: false },
  { column_name: 'delay', verbose_name: '', type_generic: 0, is_dttm: false },
  { column_name: 'date', type_generic: 2, is_dttm: false },
  { column_name: 'day', type_generic: 1, is_dttm: true },
]
const of = (form: object) => resultColumns(controlContext({ dataset: { columns }, form: { ...form } }))

it('the columns of a result are its dimensions, its metrics and its percentages, named by their labels', () => {
  const metric = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'delay' }, label: 'late' }
  const lower = { expressionType: 'SQL', sqlExpression: 'lower(origin)', label: 'low' }
  expect(
    of({
      query_mode: 'aggregate',
      groupby: ['origin', 'delay', 'date', 'day', lower],
      metrics: ['miles', metric],
      percent_metrics: ['miles', null, metric],
    }),
  ).toEqual([
    { name: 'origin', label: 'Airport', kind: 'text' },
    { name: 'delay', label: 'delay', kind: 'number' },
    { name: 'date', label: 'date', kind: 'time' },
    { name: 'day', label: 'day', kind: 'time' },
    { name: 'low', label: 'low', kind: 'text' },
    { name: 'miles', label: 'Miles flown', kind: 'number' },
    { name: 'late', label: 'late', kind: 'number' },
    { name: '%miles', label: '%Miles flown', kind: 'number' },
    { name: '%late', label: '%late', kind: 'number' },
  ])
})

it('raw rows have the columns chosen for them, and no metric', () => {
  const form = { query_mode: 'raw', all_columns: ['delay', 'origin'], metrics: ['miles'], percent_metrics: ['miles'] }
  expect(of(form)).toEqual([
    { name: 'delay', label: 'delay', kind: 'number' },
    { name: 'origin', label: 'Airport', kind: 'text' },
  ])
})

it('the rows are aggregated when there is no mode', () => {
  expect(of({ groupby: ['origin'], metrics: [] }).map(({ name }) => name)).toEqual(['origin'])
})
