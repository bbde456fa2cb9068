import { ticksLayout } from '#charts/shared/controls/axis-controls.ts'
import { showValue } from '#charts/shared/controls/mark-controls.ts'
import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { axisFormat, pictureText, timeFormat, pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, dimensionOf, metric, rowLimit, xAxis } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import type { Rgba } from '#core/color/rgb.ts'

/** A single column where other chart types have a list; forms contain either. */
const breakdown: Control<'groupby'> = dimensionOf('groupby', 'Breakdowns', {
  description: 'Breaks each period down into steps by these columns, followed by its total',
})

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [[xAxis()], [breakdown], [metric()], [adhocFilters()], [rowLimit()]],
})

const color = <const N extends string>(name: N, label: string, [r, g, b]: readonly [number, number, number]) =>
  ({
    type: 'color_picker',
    name,
    label,
    affects: 'picture',
    default: { r, g, b, a: 1 },
  }) as Control<N, Rgba>

const options = section({
  label: 'Chart Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [showValue, pictureToggle('show_legend', 'Show legend', false)],
    [color('increase_color', 'Increase color', [90, 193, 137]), pictureText('increase_label', 'Increase label')],
    [color('decrease_color', 'Decrease color', [224, 67, 85]), pictureText('decrease_label', 'Decrease label')],
    [pictureToggle('show_total', 'Show total', true)],
    [color('total_color', 'Total color', [102, 102, 102]), pictureText('total_label', 'Total label')],
  ],
})

const xSection = section({
  label: 'X Axis',
  tab: 'customize',
  expanded: true,
  rows: [
    [pictureText('x_axis_label', 'X Axis Label')],
    [timeFormat('x_axis_time_format', 'Time format')],
    [ticksLayout],
  ],
})

const ySection = section({
  label: 'Y Axis',
  tab: 'customize',
  expanded: true,
  rows: [[pictureText('y_axis_label', 'Y Axis Label')], [axisFormat('Y Axis Format')]],
})

export const controls = [bucketSection, query, options, xSection, ySection] as const

export type WaterfallForm = FormOf<typeof controls>
