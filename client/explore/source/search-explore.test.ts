import { expect, it } from 'vitest'
import { createExploreStore } from '../state/store.ts'
import { searchExplore } from './use-explore-search.ts'

function open() {
  const store = createExploreStore({
    slice: null,
    dataset: {
      id: 3,
      table_name: 'sales',
      columns: [{ column_name: 'region', type: 'VARCHAR', type_generic: 1, is_dttm: false, groupby: true }],
      metrics: [{ metric_name: 'revenue', expression: 'SUM(x)' }],
    },
    form: { datasource: '3__table', viz_type: 'table', metrics: [], groupby: [], time_range: 'No filter' },
    title: '',
  })
  const found = (typed: string) => searchExplore(store, typed).flatMap(({ items }) => items)
  return { form: () => store.getState().form, found }
}

it('adds a metric or a column to the chart by name', () => {
  const { form, found } = open()
  found('reve')[0]?.act()
  found('regi')[0]?.act()
  expect([form()['metrics'], form()['groupby']]).toEqual([['revenue'], ['region']])
})

it('sets a typed time range', () => {
  const { form, found } = open()
  expect(found('2001-03').map(({ label }) => label)).toEqual(['Mar 1 – 31, 2001'])
  found('2001-03')[0]?.act()
  expect(form().time_range).toBe('2001-03-01T00:00:00 : 2001-04-01T00:00:00')
})
