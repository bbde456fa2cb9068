import { describe, expect, it } from 'vitest'
import { adhocDraft, firstTab, withAggregate, withColumn, withSql } from './draft.ts'
import type { ControlContext } from '#controls/control.ts'
import type { AdhocMetric } from '#core/query/query-object.ts'

const context = (saved: number, forbids = false): ControlContext => ({
  dataset: {
    id: 1,
    type: 'table',
    name: 'flights',
    columns: [],
    metrics: Array.from({ length: saved }, (_, index) => ({ metric_name: `m${index}`, expression: 'COUNT(*)' })),
    time_grains: [],
    disallow_adhoc_metrics: forbids,
  },
  form: { viz_type: 'table' },
})
const simple: AdhocMetric = {
  expressionType: 'SIMPLE',
  column: { column_name: 'x' },
  aggregate: 'SUM',
  label: 'SUM(x)',
}
const sql: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'SUM(x)', label: 'SUM(x)' }

describe('the initial page of the metric editor', () => {
  it('E-METRIC-04: opens Saved when there are saved metrics and the metric is new or saved', () => {
    expect(firstTab(undefined, context(1))).toBe('saved')
    expect(firstTab('m0', context(1))).toBe('saved')
  })

  it('E-METRIC-05: opens the page of the metric in every other case', () => {
    expect(firstTab(simple, context(1))).toBe('simple')
    expect(firstTab(sql, context(1))).toBe('sql')
    expect(firstTab(undefined, context(0))).toBe('simple')
  })

  it('opens Saved when the dataset forbids other metrics', () => {
    expect(firstTab(sql, context(0, true))).toBe('saved')
  })
})

describe('an edited metric', () => {
  it('sums numeric columns and counts others by default', () => {
    const fresh = adhocDraft(undefined, 'metric_1')
    expect(withColumn(fresh, { column_name: 'x' }, true)).toMatchObject({
      aggregate: 'SUM',
      label: 'SUM(x)',
      optionName: 'metric_1',
    })
    expect(withColumn(fresh, { column_name: 'x' }, false).aggregate).toBe('COUNT')
    expect(withColumn({ ...simple, aggregate: 'MAX' }, { column_name: 'y' }, true).label).toBe('MAX(y)')
  })

  it('turns from a column into SQL and back', () => {
    expect(withSql(simple, 'COUNT(*)')).toMatchObject({
      expressionType: 'SQL',
      column: null,
      aggregate: null,
      label: 'COUNT(*)',
    })
    expect(withAggregate(simple, 'MIN')).toMatchObject({ expressionType: 'SIMPLE', label: 'MIN(x)' })
  })
})
