import { type BulletForm, controls } from './controls.ts'
import { chart } from '#charts/chart.ts'
import { baseQuery, metricOf, withOrder } from '#core/form/base-query.ts'

/** A value against ranges and targets, in little room. */
export const bullet = chart<BulletForm>({
  type: 'bullet',
  meta: {
    name: 'Bullet Chart',
    description:
      'Shows one value against ranges such as poor, fair and good, and against targets, in less room than a gauge.',
    category: 'KPI',
    tags: ['Business', 'ECharts', 'Report'],
    icon: 'chart-number',
    skeleton: 'bars',
    frame: 'card',
    behaviors: [],
  },
  controls,
  examples: [{ metric: 'count' }],
  toQueries: (form) => (metricOf(form, 'metric') === undefined ? [] : [withOrder(baseQuery(form), undefined)]),
})
