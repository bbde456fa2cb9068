import { domains, subdomains } from './periods.ts'
import type { FormOf } from '#controls/form-type.ts'
import {
  axisFormat,
  linearColorScheme,
  pictureChoice,
  timeFormat,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import { adhocFilters, metrics, strictNumberOf } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const toChoices = <const V extends string>(values: readonly V[]) => values.map((value) => [value, value] as const)

export const controls = [
  timeSection,
  section({
    label: 'Query',
    tab: 'data',
    expanded: true,
    rows: [
      [
        pictureChoice('domain_granularity', 'Domain', toChoices(domains), {
          default: 'month',
          description: 'Period of a block of cells',
        }),
        pictureChoice('subdomain_granularity', 'Subdomain', toChoices(subdomains), {
          default: 'day',
          description: 'The period of a cell; it should be shorter than the domain',
          affects: 'query',
        }),
      ],
      [metrics()],
      [adhocFilters()],
    ],
  }),
  section({
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    rows: [
      [linearColorScheme()],
      [
        strictNumberOf('cell_size', 'Cell Size', {
          default: 10,
          min: 2,
          max: 100,
          description: 'In pixels. Cells of 10 pixels grow to fill the chart',
        }),
        strictNumberOf('cell_padding', 'Cell Padding', {
          default: 2,
          min: 0,
          max: 50,
          description: 'The distance between cells, in pixels',
        }),
      ],
      [
        strictNumberOf('cell_radius', 'Cell Radius', {
          default: 0,
          min: 0,
          max: 50,
          description: 'How far corners are rounded, in pixels',
        }),
        strictNumberOf('steps', 'Color Steps', {
          default: 10,
          min: 1,
          max: 50,
          description: 'The number of colors',
        }),
      ],
      [timeFormat('x_axis_time_format', 'Time Format')],
      [axisFormat('Number format')],
      [pictureToggle('show_legend', 'Legend', true)],
      [
        pictureToggle('show_values', 'Show Values', false, {
          description: 'Shows values in the cells; the cells grow to fit them',
        }),
      ],
      [pictureToggle('show_metric_name', 'Show Metric Names', true)],
    ],
  }),
] as const

export type CalendarForm = FormOf<typeof controls>
