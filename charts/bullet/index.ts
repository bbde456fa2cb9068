import { type BulletForm, controls } from './controls.ts'
import { chart } from '#charts/chart.ts'
import { baseQuery, metricOf, withOrder } from '#core/form/base-query.ts'

/** One value compared with ranges and targets, in a small space. */
export const bullet = chart<BulletForm>({
  type: 'bullet',
  meta: {
    name: 'Bullet Chart',
    description:
      'Compares a value with qualitative ranges (such as poor, fair and good) and with targets, in less space than a gauge.',
    category: 'KPI',
    tags: ['Business', 'ECharts', 'Report'],
    icon: 'chart-number',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Flights on time, against a goal of 80 %' }],
    behaviors: [],
  },
  controls,
  examples: [{ metric: 'count' }],
  toQueries: (form) => (metricOf(form, 'metric') === undefined ? [] : [withOrder(baseQuery(form), undefined)]),
})
