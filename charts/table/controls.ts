import { modeOf, type Mode } from './mode.ts'
import type { Section } from '#controls/control.ts'
import { numberFormat, timeFormat, toggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, metrics, orderDesc, rowLimit, sortMetric } from '#controls/shared/query-controls.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { isEmpty } from '#controls/shared/validators.ts'
import { EXACT } from '#core/format/number-formats.ts'
import type { FormData } from '#core/form/form-data.ts'

const inMode =
  (mode: Mode) =>
  (form: FormData): boolean =>
    modeOf(form) === mode

const aggregate = { visible: inMode('aggregate') }
const raw = { visible: inMode('raw') }

const query: Section = {
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [
      {
        type: 'radio',
        name: 'query_mode',
        label: 'Query mode',
        affects: 'query',
        default: 'aggregate',
        implied: modeOf,
        choices: [
          { value: 'aggregate', label: 'Aggregate' },
          { value: 'raw', label: 'Raw records' },
        ],
      },
    ],
    [groupby(aggregate)],
    [metrics({ ...aggregate, required: false, default: [] })],
    [
      {
        ...metrics({ ...aggregate, label: 'Percentage metrics', required: false, default: [] }),
        name: 'percent_metrics',
        description: 'Shown as shares of their total',
      },
    ],
    [
      {
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
        visible: (form) => modeOf(form) === 'aggregate' && !isEmpty(form['percent_metrics']),
      },
    ],
    [sortMetric(aggregate)],
    [
      orderDesc({
        default: false,
        visible: (form) => modeOf(form) === 'aggregate' && !isEmpty(form['timeseries_limit_metric']),
      }),
    ],
    [toggle('show_totals', 'Show totals', false, { ...aggregate, affects: 'query' })],
    [
      {
        type: 'column',
        name: 'all_columns',
        label: 'Columns',
        affects: 'query',
        multi: true,
        required: true,
        default: [],
        ...raw,
      },
    ],
    [
      {
        type: 'order_by_columns',
        name: 'order_by_cols',
        label: 'Ordering',
        affects: 'query',
        multi: true,
        default: [],
        ...raw,
      },
    ],
    [adhocFilters()],
    [rowLimit({ default: 1000 })],
  ],
}

const look: Section = {
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
    [
      {
        type: 'column_config',
        name: 'column_config',
        label: 'Customize columns',
        description: 'Further customize how to display each column',
        affects: 'picture',
        default: {},
      },
    ],
    [
      {
        type: 'conditional_formatting',
        name: 'conditional_formatting',
        label: 'Conditional formatting',
        description: 'Apply conditional color formatting to numeric columns',
        affects: 'picture',
        default: [],
      },
    ],
  ],
}

export const controls: readonly Section[] = [timeSection(false), query, look]
