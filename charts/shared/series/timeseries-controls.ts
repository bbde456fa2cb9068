import { annotationSection } from '#charts/shared/controls/annotation-section.ts'
import { advancedSection, forecastSection } from '#charts/shared/controls/advanced-controls.ts'
import { categoryOrder, seriesOrderSection } from '#charts/shared/controls/order-controls.ts'
import type { sharedMarks } from '#charts/shared/controls/mark-controls.ts'
import type { Bounds } from '#controls/bounds/index.ts'
import type { Control, ControlRows } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { section } from '#controls/shared/section.ts'
import {
  pictureText,
  colorSection,
  legendSection,
  axisFormat,
  pictureChoice,
  timeFormat,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import {
  adhocFilters,
  groupby,
  metrics,
  orderDesc,
  rowLimit,
  seriesLimit,
  sortMetric,
  xAxis,
} from '#controls/shared/query-controls.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import { isAdvanced } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { requiredNumber, isEmpty } from '#controls/shared/validators.ts'

/** True if the result has one column per combination of dimensions. */
const isSpread = (form: FormData): boolean =>
  !isEmpty(form['groupby']) && isAdvanced(form, queryFields(form).metrics ?? [])

const hasSortMetric = (form: FormData): boolean => !isEmpty(form['timeseries_limit_metric'])

/** Percentage changes have a fixed format. */
const isPercentComparison = (form: FormData): boolean =>
  form['comparison_type'] === 'percentage' && !isEmpty(form['time_compare'])

const querySection = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [xAxis()],
    [metrics()],
    [groupby()],
    [
      pictureChoice(
        'contributionMode',
        'Contribution Mode',
        [
          [null, 'None'],
          ['row', 'Row'],
          ['column', 'Series'],
        ],
        { description: 'Shows values as shares of their row or of their series' },
      ),
    ],
    ...categoryOrder,
    [adhocFilters()],
    [seriesLimit(), rowLimit()],
    [sortMetric()],
    [orderDesc({ visible: hasSortMetric })],
    [pictureToggle('truncate_metric', 'Truncate Metric', true)],
    [
      pictureToggle('show_empty_columns', 'Show empty columns', true, {
        description: 'Shows series without values after rolling, time comparison or resampling',
        visible: isSpread,
      }),
    ],
  ],
})

export const titleSection = section({
  label: 'Chart Title',
  tab: 'customize',
  rows: [[pictureText('x_axis_title', 'X Axis Title')], [pictureText('y_axis_title', 'Y Axis Title')]],
})

export const tooltipSection = section({
  label: 'Tooltip',
  tab: 'customize',
  rows: [
    [pictureToggle('rich_tooltip', 'Rich tooltip', true, { description: 'Shows all series at that point' })],
    [
      pictureToggle('tooltipSortByMetric', 'Tooltip sort by metric', true, {
        visible: (form) => form['rich_tooltip'] !== false,
      }),
    ],
    [timeFormat('tooltipTimeFormat', 'Tooltip time format')],
  ],
})

export const zoomSection = section({
  label: 'Zoom',
  tab: 'customize',
  rows: [[pictureToggle('zoomable', 'Data Zoom', false)]],
})

export const xSection = section({
  label: 'X Axis',
  tab: 'customize',
  expanded: true,
  rows: [
    [timeFormat('x_axis_time_format', 'Time format')],
    [
      pictureChoice(
        'xAxisLabelRotation',
        'Rotate x axis label',
        [
          [0, '0°'],
          [45, '45°'],
          [90, '90°'],
        ],
        { freeForm: true, validators: [requiredNumber] },
      ),
    ],
  ],
})

export const axisBounds: Control<'y_axis_bounds', Bounds> = {
  type: 'bounds',
  name: 'y_axis_bounds',
  label: 'Y Axis Bounds',
  affects: 'picture',
  default: [null, null],
  visible: (form) => form['truncateYAxis'] === true,
}

const ySection = section({
  label: 'Y Axis',
  tab: 'customize',
  expanded: true,
  rows: [
    [axisFormat('Y Axis Format', { visible: (form) => !isPercentComparison(form) })],
    [pictureToggle('logAxis', 'Logarithmic y-axis', false)],
    [pictureToggle('minorSplitLine', 'Minor Split Line', false)],
    [pictureToggle('truncateYAxis', 'Truncate Y Axis', false)],
    [axisBounds],
  ],
})

/** Returns the sections of a time-series chart: the shared ones, with its specific options. */
export function timeseriesControls<const R extends ControlRows>(options: R) {
  return [
    bucketSection,
    querySection,
    advancedSection,
    annotationSection,
    forecastSection,
    titleSection,
    colorSection,
    section({ label: 'Chart Options', tab: 'customize', expanded: true, rows: options }),
    seriesOrderSection,
    zoomSection,
    legendSection,
    xSection,
    tooltipSection,
    ySection,
  ] as const
}

/** The complete form of time-series charts. */
export type TimeseriesForm = FormOf<ReturnType<typeof timeseriesControls<typeof sharedMarks>>>
