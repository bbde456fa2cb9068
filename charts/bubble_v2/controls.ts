import { axisBounds } from '#charts/shared/series/timeseries-controls.ts'
import type { FormOf } from '#controls/form-type.ts'
import {
  axisFormat,
  pictureText,
  colorSection,
  legendSection,
  numberFormat,
  pictureChoice,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import {
  adhocFilters,
  dimensionOf,
  metricNamed,
  orderDesc,
  rowLimit,
  sliderOf,
} from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { requiredNumber, isEmpty } from '#controls/shared/validators.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [dimensionOf('series', 'Dimension', { description: 'Column that colors the bubbles' })],
    [dimensionOf('entity', 'Entity', { required: true, description: 'Draws one bubble per value' })],
    [metricNamed('x', 'X Axis', { required: true })],
    [metricNamed('y', 'Y Axis', { required: true })],
    [metricNamed('size', 'Bubble Size', { required: true, description: 'The area of bubbles' })],
    [adhocFilters()],
    [metricNamed('orderby', 'Sort by', { description: 'Metric that ranks the bubbles within the limit' })],
    [orderDesc({ visible: (form) => !isEmpty(form['orderby']) })],
    [rowLimit()],
  ],
})

const options = section({
  label: 'Chart Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      pictureChoice(
        'max_bubble_size',
        'Max Bubble Size',
        ['5', '10', '15', '25', '50', '75', '100'].map((size) => [size, size] as const),
        {
          default: '25',
          freeForm: true,
          validators: [requiredNumber],
          description: 'Diameter of the largest, in pixels',
        },
      ),
    ],
    [numberFormat('tooltipSizeFormat', 'Bubble size number format')],
    [sliderOf('opacity', 'Bubble Opacity', { default: 0.6, min: 0, max: 1, step: 0.1 })],
  ],
})

const rotation = <const N extends string>(name: N, label: string) =>
  pictureChoice(
    name,
    label,
    [0, 45, 90].map((degrees) => [degrees, `${degrees}°`] as const),
    { freeForm: true, validators: [requiredNumber] },
  )

const xSection = section({
  label: 'X Axis',
  tab: 'customize',
  expanded: true,
  rows: [
    [pictureText('x_axis_label', 'X Axis Title')],
    [rotation('xAxisLabelRotation', 'Rotate x axis label')],
    [numberFormat('xAxisFormat', 'X Axis Format')],
    [pictureToggle('logXAxis', 'Logarithmic x-axis', false)],
  ],
})

const ySection = section({
  label: 'Y Axis',
  tab: 'customize',
  expanded: true,
  rows: [
    [pictureText('y_axis_label', 'Y Axis Title')],
    [rotation('yAxisLabelRotation', 'Rotate y axis label')],
    [axisFormat('Y Axis Format')],
    [pictureToggle('logYAxis', 'Logarithmic y-axis', false)],
    [pictureToggle('truncateYAxis', 'Truncate Y Axis', false)],
    [axisBounds],
  ],
})

export const controls = [timeSection, query, colorSection, options, legendSection, xSection, ySection] as const

export type BubbleForm = FormOf<typeof controls>
