import { labelPositions } from './positions.ts'
import type { ColumnConfigs } from '#controls/column_config/index.ts'
import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import {
  colorSection,
  legendSection,
  numberFormat,
  pictureChoice,
  timeFormat,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, metrics, rowLimit, sortMetric } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [groupby({ description: 'A shape for each of these' })],
    [metrics({ description: 'A spoke for each of these; three or more make a shape' })],
    [sortMetric({ description: 'Metric that ranks the shapes within the limit' })],
    [adhocFilters()],
    [rowLimit({ default: 10 })],
  ],
})

const labels = section({
  label: 'Labels',
  tab: 'customize',
  expanded: true,
  rows: [
    [pictureToggle('show_labels', 'Show labels', true)],
    [
      pictureChoice('label_type', 'Label type', [
        ['value', 'Value'],
        ['key_value', 'Category and value'],
      ]),
    ],
    [
      pictureChoice(
        'label_position',
        'Label position',
        labelPositions.map((each) => [each, each] as const),
      ),
    ],
    [numberFormat('number_format', 'Number format'), timeFormat('date_format', 'Date format')],
  ],
})

const settings: Control<'column_config', ColumnConfigs> = {
  type: 'column_config',
  name: 'column_config',
  label: 'Customize metrics',
  description: 'Minimum and maximum of each metric',
  affects: 'picture',
  default: {},
  fields: [
    { name: 'radarMetricMaxValue', label: 'Max', kind: 'number' },
    { name: 'radarMetricMinValue', label: 'Min', kind: 'number' },
  ],
}

const shape = section({
  label: 'Radar',
  tab: 'customize',
  expanded: true,
  rows: [
    [settings],
    [
      pictureToggle('is_circle', 'Circle radar shape', false),
      pictureToggle('is_normalized', 'Normalize', false, {
        description: 'Spokes as shares of the largest value of their metric',
      }),
    ],
  ],
})

export const controls = [timeSection, query, colorSection, legendSection, labels, shape] as const

export type RadarForm = FormOf<typeof controls>
