import type { ColumnConfigs } from '#controls/column_config/index.ts'
import type { Control, Validator } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { section } from '#controls/shared/section.ts'
import { numberFormat, timeFormat, pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, metrics, orderDesc, rowLimit, sortMetric } from '#controls/shared/query-controls.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { optionalInteger, isEmpty } from '#controls/shared/validators.ts'
import { EXACT_FORMAT } from '#core/format/number-formats.ts'
import { t } from '#core/text/t.ts'
import { MAX_PER_PAGE, PAGE_LENGTHS } from './page-sizes.ts'
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

const serverPagination = pictureToggle('server_pagination', 'Server pagination', false, {
  affects: 'query',
  description: 'Loads one page at a time; the database sorts and searches all rows',
})

const isPage: Validator = (value) =>
  isEmpty(value) || (Number(value) >= 1 && Number(value) <= MAX_PER_PAGE)
    ? null
    : t('is expected to be between 1 and %s', MAX_PER_PAGE)

const pageLength: Control<'server_page_length', number | string | null> = {
  type: 'select',
  name: 'server_page_length',
  label: 'Server page length',
  description: 'Rows of a page',
  affects: 'query',
  freeForm: true,
  default: 10,
  choices: PAGE_LENGTHS.map((each) => ({ value: each, label: String(each) })),
  validators: [optionalInteger, isPage],
  visible: (form) => form['server_pagination'] === true,
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
        visible: (form) => form['query_mode'] === 'aggregate' && !isEmpty(form['timeseries_limit_metric']),
      }),
    ],
    [pictureToggle('show_totals', 'Show totals', false, { ...aggregate, affects: 'query' })],
    [rawColumns],
    [rawOrder],
    [adhocFilters()],
    [serverPagination],
    [rowLimit({ default: 1000, visible: (form) => form['server_pagination'] !== true })],
    [pageLength],
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

const styleSection = section({
  label: 'Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [timeFormat('table_timestamp_format', 'Timestamp format')],
    [
      numberFormat('table_number_format', 'Number format', {
        description: 'Default number format of metrics',
        initial: EXACT_FORMAT,
      }),
    ],
    [pictureToggle('include_search', 'Search box', false)],
    [pictureToggle('show_cell_bars', 'Cell bars', true)],
    [pictureToggle('align_pn', 'Align +/-', false)],
    [pictureToggle('color_pn', 'Color +/-', true)],
    [
      pictureToggle('allow_rearrange_columns', 'Allow columns to be rearranged', false, {
        description: 'Readers may move columns, until they leave the dashboard',
      }),
    ],
    [columnSettings],
    [conditions],
  ],
})

export const controls = [timeSection, query, styleSection] as const

export type TableForm = FormOf<typeof controls>
