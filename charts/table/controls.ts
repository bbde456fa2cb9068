import type { ColumnConfigs } from '#controls/column_config/index.ts'
import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-of.ts'
import { section } from '#controls/shared/section.ts'
import { numberFormat, timeFormat, toggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, metrics, orderDesc, rowLimit, sortMetric } from '#controls/shared/query-controls.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { isEmpty } from '#controls/shared/validators.ts'
import { EXACT } from '#core/format/number-formats.ts'
import { aggregate, percentages, queryMode, rawColumns, rawOrder } from '#charts/shared/rows/controls.ts'
import type { ConditionRule } from '#core/color/condition.ts'

const percentagesOf: Control<'percent_metric_calculation', 'all_records' | 'row_limit'> = {
  type: 'select',
  name: 'percent_metric_calculation',
  label: 'Percentages of',
  description: 'All rows that pass the filters, also those beyond the row limit, or the sum of the rows shown',
  affects: 'query',
  clearable: false,
  default: 'all_records',
  choices: [
    { value: 'all_records', label: 'All rows' },
    { value: 'row_limit', label: 'Rows shown' },
  ],
  visible: (form) => form['query_mode'] === 'aggregate' && !isEmpty(form['percent_metrics']),
}

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [queryMode],
    [groupby(aggregate)],
    [metrics({ ...aggregate, required: false, default: [] })],
    [percentages],
    [percentagesOf],
    [sortMetric(aggregate)],
    [
      orderDesc({
        default: false,
        visible: (form) => form['query_mode'] === 'aggregate' && !isEmpty(form['timeseries_limit_metric']),
      }),
    ],
    [toggle('show_totals', 'Show totals', false, { ...aggregate, affects: 'query' })],
    [rawColumns],
    [rawOrder],
    [adhocFilters()],
    [rowLimit({ default: 1000 })],
  ],
})

const columnSettings: Control<'column_config', ColumnConfigs> = {
  type: 'column_config',
  name: 'column_config',
  label: 'Customize columns',
  description: 'Further customize how to display each column',
  affects: 'picture',
  default: {},
}

const conditions: Control<'conditional_formatting', readonly ConditionRule[]> = {
  type: 'conditional_formatting',
  name: 'conditional_formatting',
  label: 'Conditional formatting',
  description: 'Apply conditional color formatting to numeric columns',
  affects: 'picture',
  default: [],
}

const look = section({
  label: 'Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [timeFormat('table_timestamp_format', 'Timestamp format')],
    [
      numberFormat('table_number_format', 'Number format', {
        description: 'Of metrics that have no format of their own',
        initial: EXACT,
      }),
    ],
    [toggle('include_search', 'Search box', false)],
    [toggle('show_cell_bars', 'Cell bars', true)],
    [toggle('align_pn', 'Align +/-', false)],
    [toggle('color_pn', 'Color +/-', true)],
    [columnSettings],
    [conditions],
  ],
})

export const controls = [timeSection, query, look] as const

export type TableForm = FormOf<typeof controls>
