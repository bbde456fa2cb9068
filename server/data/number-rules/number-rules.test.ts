import { expect, it } from 'vitest'
import type { Dataset } from '#core/entity/dataset.ts'
import { changesOf, NUMBER_RULES_VERSION } from './number-rules.ts'

const dataset = { columns: [{ column_name: 'n', type: 'BIGINT' }] } as unknown as Dataset
const having = { adhoc_filters: [{ clause: 'HAVING' }] }

it.each([
  [{ viz_type: 'table', ...having }, ['totals-after-having']],
  [{ viz_type: 'table', adhoc_filters: [{ clause: 'WHERE' }] }, []],
  [{ viz_type: 'line', x_axis: 'at', series_limit: 3 }, []],
  [{ viz_type: 'pivot_table_v2', series_limit: 3 }, ['totals-before-series-limit']],
  [{ viz_type: 'table', percent_metrics: ['a'] }, ['table-share-base']],
  [{ viz_type: 'table', percent_metrics: ['a'], percent_metric_calculation: 'row_limit' }, []],
  [{ viz_type: 'table', adhoc_filters: [{ operator: 'LIKE', comparator: '50\\%' }] }, ['like-escape']],
  [{ viz_type: 'table', adhoc_filters: [{ subject: 'n', operator: 'IN', comparator: ['x'] }] }, ['text-on-number']],
  [{ viz_type: 'table', adhoc_filters: [{ subject: 'n', operator: 'IN', comparator: ['12', '<NULL>'] }] }, []],
  [{ viz_type: 'line', time_compare: '1 week ago' }, ['whole-partners']],
  [{ viz_type: 'line', time_compare: [] }, []],
])('names the changes of %j', (form, ids) => {
  expect(changesOf({ form, dataset }).map(({ id }) => id)).toEqual(ids)
})

it('names each change once in the version that cache keys hold', () => {
  const ids = NUMBER_RULES_VERSION.split(' ')
  expect(ids).toHaveLength(new Set(ids).size)
  expect(ids).toContain('whole-partners')
})
