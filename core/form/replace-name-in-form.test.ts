import { describe, expect, it } from 'vitest'
import { replaceNameInForm } from './replace-name-in-form.ts'
import type { UnknownName } from '#core/rest/unknown-name.ts'

const column: UnknownName = { kind: 'column', name: 'revenu', candidates: ['revenue'] }
const mend = (form: Record<string, unknown>, mistake = column, right = 'revenue') =>
  replaceNameInForm({ viz_type: 'table', datasource: '1__table', ...form }, { mistake, right, mark: '"' })

describe('replaces a name everywhere in the form', () => {
  it('replaces it in the SQL of a metric, with its label', () => {
    const metric = { expressionType: 'SQL', sqlExpression: 'SUM(revenu)', label: 'SUM(revenu)', optionName: 'm' }
    expect(mend({ metrics: ['count', metric] })).toMatchObject({
      metrics: ['count', { sqlExpression: 'SUM(revenue)', label: 'SUM(revenue)' }],
    })
    expect(mend({ metric: { ...metric, label: 'revenu', hasCustomLabel: true } })).toMatchObject({
      metric: { sqlExpression: 'SUM(revenue)', label: 'revenu' },
    })
  })

  it('replaces it in a simple metric, a dimension, a column of SQL and an axis', () => {
    const simple = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'revenu' }, label: 'x' }
    const sql = { sqlExpression: 'upper(revenu)', label: 'revenu' }
    expect(mend({ metric: simple, groupby: ['region', 'revenu', sql], x_axis: 'revenu' })).toMatchObject({
      metric: { column: { column_name: 'revenue' }, label: 'SUM(revenue)' },
      groupby: ['region', 'revenue', { sqlExpression: 'upper(revenue)', label: 'revenu' }],
      x_axis: 'revenue',
    })
  })

  it('replaces it in filters, and not in the values they compare with', () => {
    const simple = { expressionType: 'SIMPLE', subject: 'revenu', operator: '==', comparator: 'revenu' }
    const sql = { expressionType: 'SQL', sqlExpression: "revenu > 1 AND kind = 'revenu'" }
    expect(mend({ adhoc_filters: [simple, sql] })).toMatchObject({
      adhoc_filters: [
        { subject: 'revenue', comparator: 'revenu' },
        { sqlExpression: "revenue > 1 AND kind = 'revenu'" },
      ],
    })
  })

  it('replaces a name in the order of a table, and leaves invalid items unchanged', () => {
    const order_by_cols = ['["revenu", false]', '["region", true]', 'revenu']
    expect(mend({ order_by_cols })).toMatchObject({
      order_by_cols: ['["revenue",false]', '["region", true]', 'revenu'],
    })
    expect(mend({ order_by_cols }, { ...column, kind: 'metric' })).toBeUndefined()
  })

  it('a saved metric and a function', () => {
    expect(mend({ metrics: ['totl'] }, { kind: 'metric', name: 'totl', candidates: [] }, 'total')).toMatchObject({
      metrics: ['total'],
    })
    const summ = { expressionType: 'SQL', sqlExpression: 'SUMM(summ)', label: 'a' }
    expect(mend({ metric: summ }, { kind: 'function', name: 'summ', candidates: [] }, 'sum')).toMatchObject({
      metric: { sqlExpression: 'sum(summ)' },
    })
  })
})

it('leaves forms without the name and words that are no names unchanged', () => {
  expect(mend({ metrics: ['count'], y_axis_title: 'revenu', adhoc_filters: [] })).toBeUndefined()
})
