import { expect, it } from 'vitest'
import { metricOfField, metricRejection, withMetric } from './drop.ts'
import type { ControlContext } from '#controls/control.ts'

const context = (forbids = false): ControlContext => ({
  dataset: {
    id: 1,
    type: 'table',
    name: 'flights',
    columns: [
      { column_name: 'delay', type: 'INTEGER', type_generic: 0, is_dttm: false },
      { column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false },
    ],
    metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    time_grains: [],
    disallow_adhoc_metrics: forbids,
  },
  form: { viz_type: 'table' },
})
const part = (kind: 'column' | 'metric', name: string) => ({ kind, name, label: name })

it('adds a saved metric by its name, the sum of a numeric column, and the count of any other', () => {
  expect(metricOfField(part('metric', 'count'), 'm', context())).toBe('count')
  expect(metricOfField(part('column', 'delay'), 'm', context())).toMatchObject({
    expressionType: 'SIMPLE',
    aggregate: 'SUM',
    column: { column_name: 'delay', type: 'INTEGER' },
    label: 'SUM(delay)',
    optionName: 'm',
  })
  expect(metricOfField(part('column', 'origin'), 'm', context())).toMatchObject({ label: 'COUNT(origin)' })
})

it('returns why it rejects an item', () => {
  expect(metricRejection(part('metric', 'count'), [], context())).toBeNull()
  expect(metricRejection(part('metric', 'count'), ['count'], context())).toBe('count is there already')
  expect(metricRejection(part('column', 'gone'), [], context())).toBe('The dataset has no column of this name')
  expect(metricRejection(part('column', 'delay'), [], context(true))).toBe('The dataset allows saved metrics only')
})

it('a dropped item is inserted at its position, and replaces the value of a control with one value', () => {
  expect(withMetric(['a', 'b'], 'c', 1, { multi: true })).toEqual(['a', 'c', 'b'])
  expect(withMetric(['a'], 'c', 0, {})).toEqual(['c'])
})
