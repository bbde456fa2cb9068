import type { Bounds } from '#controls/bounds/index.ts'
import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import {
  axisFormat,
  linearColorScheme,
  pictureChoice,
  timeFormat,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import { adhocFilters, dimensionOf, metric, rowLimit, xAxis } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import { optionalInteger } from '#controls/shared/validators.ts'

const affectsQuery = { affects: 'query' } as const

const sortChoices = [
  ['alpha_asc', 'Axis ascending'],
  ['alpha_desc', 'Axis descending'],
  ['value_asc', 'Metric ascending'],
  ['value_desc', 'Metric descending'],
] as const

/** A single column where other chart types have a list; forms contain either. */
const yAxis: Control<'groupby'> = dimensionOf('groupby', 'Y-Axis', { required: true })

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [xAxis()],
    [yAxis],
    [metric()],
    [adhocFilters()],
    [rowLimit()],
    [
      pictureChoice('sort_x_axis', 'Sort X Axis', sortChoices, affectsQuery),
      pictureChoice('sort_y_axis', 'Sort Y Axis', sortChoices, affectsQuery),
    ],
    [
      pictureChoice(
        'normalize_across',
        'Normalize Across',
        [
          ['heatmap', 'Heatmap'],
          ['x', 'X'],
          ['y', 'Y'],
        ],
        {
          ...affectsQuery,
          description: 'Base of ranks and percentages: all cells, the column or the row',
        },
      ),
    ],
  ],
})

const every = <const N extends string>(name: N, label: string) =>
  pictureChoice(
    name,
    label,
    [[-1, 'Automatic'] as const, ...[1, 2, 3, 5, 10, 20, 50].map((count) => [count, String(count)] as const)],
    { description: 'Interval of the axis labels', freeForm: true, validators: [optionalInteger] },
  )

const margin = <const N extends string>(name: N, label: string) =>
  pictureChoice<N, string>(
    name,
    label,
    [['auto', 'Automatic'] as const, ...[50, 75, 100, 125, 150, 200].map((px) => [String(px), String(px)] as const)],
    { description: 'In pixels', freeForm: true },
  )

const bounds: Control<'value_bounds', Bounds> = {
  type: 'bounds',
  name: 'value_bounds',
  label: 'Value bounds',
  description: 'Limits of the color scale; values outside have the color of the nearest limit',
  affects: 'picture',
  default: [null, null],
}

const options = section({
  label: 'Chart Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      pictureChoice('legend_type', 'Legend Type', [
        ['continuous', 'Continuous'],
        ['piecewise', 'Piecewise'],
      ]),
    ],
    [linearColorScheme()],
    [every('xscale_interval', 'X-scale interval'), every('yscale_interval', 'Y-scale interval')],
    [margin('left_margin', 'Left Margin'), margin('bottom_margin', 'Bottom Margin')],
    [bounds],
    [axisFormat('Value Format')],
    [timeFormat('x_axis_time_format', 'Time format')],
    [pictureToggle('show_legend', 'Show legend', true), pictureToggle('show_percentage', 'Show percentage', true)],
    [
      pictureToggle('show_values', 'Show Values', false),
      pictureToggle('normalized', 'Normalized', false, { description: 'Colors cells by rank instead of value' }),
    ],
  ],
})

export const controls = [bucketSection, query, options] as const

export type HeatmapForm = FormOf<typeof controls>
