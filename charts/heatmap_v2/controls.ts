import type { Bounds } from '#controls/bounds/index.ts'
import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-of.ts'
import { axisFormat, linearColorScheme, pick, timeFormat, toggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, dimensionOf, metric, rowLimit, xAxis } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import { anInteger } from '#controls/shared/validators.ts'

const affectsQuery = { affects: 'query' } as const

const sides = [
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
    [pick('sort_x_axis', 'Sort X Axis', sides, affectsQuery), pick('sort_y_axis', 'Sort Y Axis', sides, affectsQuery)],
    [
      pick(
        'normalize_across',
        'Normalize Across',
        [
          ['heatmap', 'Heatmap'],
          ['x', 'X'],
          ['y', 'Y'],
        ],
        {
          ...affectsQuery,
          description: 'What ranks and percentages are of: all cells, those of a column, or those of a row',
        },
      ),
    ],
  ],
})

const every = <const N extends string>(name: N, label: string) =>
  pick(
    name,
    label,
    [[-1, 'Automatic'] as const, ...[1, 2, 3, 5, 10, 20, 50].map((count) => [count, String(count)] as const)],
    { description: 'Every so many names are written', freeForm: true, validators: [anInteger] },
  )

const margin = <const N extends string>(name: N, label: string) =>
  pick<N, string>(
    name,
    label,
    [['auto', 'Automatic'] as const, ...[50, 75, 100, 125, 150, 200].map((px) => [String(px), String(px)] as const)],
    { description: 'In pixels', freeForm: true },
  )

const bounds: Control<'value_bounds', Bounds> = {
  type: 'bounds',
  name: 'value_bounds',
  label: 'Value bounds',
  description: 'The ends of the colors; values beyond them have the color of the end',
  affects: 'picture',
  default: [null, null],
}

const options = section({
  label: 'Chart Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      pick('legend_type', 'Legend Type', [
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
    [toggle('show_legend', 'Show legend', true), toggle('show_percentage', 'Show percentage', true)],
    [
      toggle('show_values', 'Show Values', false),
      toggle('normalized', 'Normalized', false, { description: 'Colors by the rank of values in place of the values' }),
    ],
  ],
})

export const controls = [bucketSection, query, options] as const

export type HeatmapForm = FormOf<typeof controls>
