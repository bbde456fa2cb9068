import { oneColumn } from '#charts/shared/links/link-controls.ts'
import { titleSection, zoomSection } from '#charts/shared/series/timeseries-controls.ts'
import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { colorSection, legendSection, timeFormat, pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metrics, rowLimit } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { isEmpty } from '#controls/shared/validators.ts'
import { TEMPORAL } from '#core/table/table.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'

const ofTime = {
  required: true,
  columnFilter: ({ is_dttm, type_generic }: { readonly is_dttm: boolean; readonly type_generic: number }) =>
    is_dttm || type_generic === TEMPORAL,
}

const tooltipMetrics: Control<'tooltip_metrics', readonly QueryMetric[]> = {
  ...metrics({ label: 'Tooltip metrics', required: false, description: 'Shown in the tooltip of each bar' }),
  name: 'tooltip_metrics',
  default: [],
}

const tooltipColumns: Control<'tooltip_columns', readonly QueryColumn[]> = {
  type: 'column',
  name: 'tooltip_columns',
  label: 'Tooltip columns',
  description: 'Shown in the tooltip of each bar',
  affects: 'query',
  multi: true,
  default: [],
}

const order: Control<'order_by_cols', readonly string[]> = {
  type: 'order_by_columns',
  name: 'order_by_cols',
  label: 'Ordering',
  affects: 'query',
  multi: true,
  default: [],
}

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [oneColumn('start_time', 'Start', ofTime)],
    [oneColumn('end_time', 'End', ofTime)],
    [oneColumn('y_axis', 'Y-axis', { description: 'Column with the rows of the chart', required: true })],
    [oneColumn('series', 'Series', { description: 'Column that colors the bars' })],
    [
      pictureToggle('subcategories', 'Subcategories', false, {
        description: 'Divides the line of each value by series',
        visible: (form) => !isEmpty(form['series']),
      }),
    ],
    [tooltipMetrics],
    [tooltipColumns],
    [adhocFilters()],
    [order],
    [rowLimit()],
  ],
})

const axis = section({
  label: 'X Axis',
  tab: 'customize',
  expanded: true,
  rows: [[timeFormat('x_axis_time_format', 'Time format')]],
})

export const controls = [timeSection, query, titleSection, colorSection, zoomSection, legendSection, axis] as const

export type GanttForm = FormOf<typeof controls>
