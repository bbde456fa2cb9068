import type { Own } from './query-controls.ts'
import type { Control, Section } from '#controls/control.ts'
import { DEFAULT_GRANULARITY, granularities } from '#core/time/grains.ts'
import { DEFAULT_TIME_RANGE } from '#core/time/kind.ts'
import { TEMPORAL } from '#core/table/table.ts'

/** The column that time ranges narrow and grains bucket. */
const timeColumn = (own: Own = {}): Control => ({
  type: 'column',
  name: 'granularity_sqla',
  label: 'Time column',
  affects: 'query',
  columnFilter: (column) => column.is_dttm || column.type_generic === TEMPORAL,
  ...own,
})

/** What is offered where the engine names no grains of its own. */
const anyGrain = granularities.map(({ code, label }) => ({ value: code, label }))

/** The width of a time bucket, as an ISO 8601 duration. */
const timeGrain = (own: Own = {}): Control => ({
  type: 'select',
  name: 'time_grain_sqla',
  label: 'Time grain',
  affects: 'query',
  default: DEFAULT_GRANULARITY,
  choices: ({ dataset }) => (dataset.time_grains.length > 0 ? dataset.time_grains : anyGrain),
  ...own,
})

/** The rows in time. */
export const timeRange = (own: Own = {}): Control => ({
  type: 'time_range',
  name: 'time_range',
  label: 'Time range',
  affects: 'query',
  default: DEFAULT_TIME_RANGE,
  ...own,
})

/** The Time section; `grain` for charts that bucket time. */
export const timeSection = (grain: boolean): Section => ({
  label: 'Time',
  tab: 'data',
  expanded: true,
  rows: [grain ? [timeColumn(), timeGrain()] : [timeColumn()], [timeRange()]],
})
