import type { FormOf } from '#controls/form-type.ts'
import { labelType, radiusRows } from '#charts/shared/controls/part-controls.ts'
import {
  colorSection,
  linearColorScheme,
  numberFormat,
  timeFormat,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import {
  adhocFilters,
  dimensionsOf,
  metric,
  metricNamed,
  rowLimit,
  strictNumberOf,
} from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asMetric } from '#core/form/query-fields.ts'
import { metricLabel } from '#core/query/query-object.ts'

/** True if parts are colored by the ratio of the second metric to the first. */
export function isColoredByRatio(form: FormData): boolean {
  const [first, second] = [asMetric(form.metric), asMetric(form['secondary_metric'])]
  return second !== undefined && (first === undefined || metricLabel(first) !== metricLabel(second))
}

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [dimensionsOf('columns', 'Hierarchy', { required: true, description: 'The levels, that of the inner ring first' })],
    [metric({ label: 'Primary Metric', description: 'The width of segments' })],
    [
      metricNamed('secondary_metric', 'Secondary Metric', {
        description: 'Colors segments by the ratio of this metric to the primary one; without it, by name',
      }),
    ],
    [adhocFilters()],
    [rowLimit()],
    [pictureToggle('sort_by_metric', 'Sort by metric', true, { affects: 'query' })],
  ],
})

const ramp = section({
  label: 'Linear color scheme',
  tab: 'customize',
  expanded: true,
  rows: [[linearColorScheme({ visible: isColoredByRatio })]],
})

const labels = section({
  label: 'Labels',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      pictureToggle('show_labels', 'Show labels', false, { initial: true }),
      pictureToggle('show_total', 'Show total', false),
    ],
    [labelType('label_type', 'Label type', 'key')],
    [
      strictNumberOf('show_labels_threshold', 'Percentage threshold', {
        default: 5,
        description: 'Parts with a smaller share of all have no label',
        visible: (form) => form['show_labels'] === true,
      }),
    ],
    [numberFormat('number_format', 'Number format'), timeFormat('date_format', 'Date format')],
    [pictureToggle('showNulls', 'Show nulls', true, { description: 'Off, levels without a value have no part' })],
  ],
})

const shape = section({
  label: 'Sunburst shape',
  tab: 'customize',
  rows: radiusRows,
})

export const controls = [timeSection, query, colorSection, ramp, labels, shape] as const

export type SunburstForm = FormOf<typeof controls>
