import { annotationSection } from '#charts/shared/controls/annotation-section.ts'
import type { Bounds } from '#controls/bounds/index.ts'
import type { Choice, Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { axisFormats } from '#controls/shared/format-choices.ts'
import {
  axisFormat,
  pictureText,
  colorSection,
  numberFormat,
  pictureChoice,
  timeFormat,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import { adhocFilters } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeRange } from '#controls/shared/time-controls.ts'
import { notEmpty } from '#controls/shared/validators.ts'
import { ADAPTIVE_FORMAT } from '#core/format/number-formats.ts'
import { printRison } from '#core/rest/rison.ts'

/** The page size of a chart list request. */
const OFFERED = 100

const chartListQuery = printRison({
  columns: ['id', 'slice_name', 'viz_type'],
  filters: [{ col: 'viz_type', opr: 'ct', value: 'line' }],
  order_column: 'slice_name',
  order_direction: 'asc',
  page: 0,
  page_size: OFFERED,
})

interface ListedChart {
  readonly result?: readonly { readonly id: number; readonly slice_name: string; readonly viz_type: string }[]
}

/** Returns the charts with lines from a chart list response. */
function lineCharts(answer: unknown): readonly Choice[] {
  const { result = [] } = answer as ListedChart
  return result
    .filter(({ viz_type }) => viz_type !== 'line_multi')
    .map(({ id, slice_name }) => ({ value: id, label: slice_name }))
}

const charts = <const N extends string>(name: N, label: string, description: string, own: Partial<Control> = {}) =>
  ({
    type: 'select_async',
    name,
    label,
    description,
    affects: 'query',
    multi: true,
    default: [],
    endpoint: `/api/v1/chart/?q=${encodeURIComponent(chartListQuery)}`,
    choicesIn: lineCharts,
    placeholder: 'Select charts',
    ...own,
  }) as Control<N, readonly (string | number)[]>

const bounds = <const N extends string>(name: N, label: string): Control<N, Bounds> => ({
  type: 'bounds',
  name,
  label,
  affects: 'picture',
  default: [null, null],
})

/** Without a value, each chart keeps its own time range; any value, including "No filter", replaces them. */
const ownRange = timeRange({ default: undefined, description: 'Replaces the time range of each chart' })

export const controls = [
  section({ label: 'Time', tab: 'data', expanded: true, rows: [[ownRange]] }),
  section({
    label: 'Query',
    tab: 'data',
    expanded: true,
    rows: [
      [
        charts('line_charts', 'Left Axis chart(s)', 'Choose one or more charts for left axis', {
          validators: [notEmpty],
        }),
      ],
      [charts('line_charts_2', 'Right Axis chart(s)', 'Choose one or more charts for right axis')],
      [adhocFilters()],
    ],
  }),
  annotationSection,
  colorSection,
  section({
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    rows: [
      [pictureToggle('prefix_metric_with_slice_name', 'Prefix metric name with slice name', false)],
      [pictureToggle('show_legend', 'Legend', true)],
      [pictureToggle('show_markers', 'Show Markers', false)],
      [
        pictureChoice('line_interpolation', 'Line Style', [
          ['linear', 'linear'],
          ['basis', 'basis'],
          ['cardinal', 'cardinal'],
          ['monotone', 'monotone'],
          ['step-before', 'step-before'],
          ['step-after', 'step-after'],
        ]),
      ],
    ],
  }),
  section({
    label: 'X Axis',
    tab: 'customize',
    expanded: true,
    rows: [[pictureText('x_axis_label', 'X Axis Label')], [timeFormat('x_axis_format', 'X Axis Format')]],
  }),
  section({
    label: 'Y Axis Left',
    tab: 'customize',
    expanded: true,
    rows: [[axisFormat('Left Axis Format')], [bounds('y_axis_bounds', 'Left Axis Bounds')]],
  }),
  section({
    label: 'Y Axis Right',
    tab: 'customize',
    expanded: true,
    rows: [
      [numberFormat('y_axis_2_format', 'Right Axis Format', { default: ADAPTIVE_FORMAT, choices: axisFormats })],
      [bounds('y_axis_2_bounds', 'Right Axis Bounds')],
    ],
  }),
] as const

export type LinesForm = FormOf<typeof controls>
