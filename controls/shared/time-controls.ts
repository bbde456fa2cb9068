import type { ControlOverrides } from './query-controls.ts'
import { section } from './section.ts'
import type { ColumnInfo, Control } from '#controls/control.ts'
import { DEFAULT_GRANULARITY, granularities } from '#core/time/grains.ts'
import { DEFAULT_TIME_RANGE } from '#core/time/range-kind.ts'
import { TEMPORAL } from '#core/table/table.ts'

/** A single function, so that controls of different chart types compare as equal. */
const isTime = (column: ColumnInfo): boolean => column.is_dttm || column.type_generic === TEMPORAL

/** The column that time ranges and time grains apply to. */
const timeColumn = (own: ControlOverrides = {}) =>
  ({
    type: 'column',
    name: 'granularity_sqla',
    label: 'Time column',
    affects: 'query',
    columnFilter: isTime,
    ...own,
  }) as Control<'granularity_sqla', string | null | undefined>

/** The time grains on offer if the engine does not define its own. */
const anyGrain = granularities.map(({ code, label }) => ({ value: code, label }))

/** The time grain as an ISO 8601 duration. */
const timeGrain = (own: ControlOverrides = {}) =>
  ({
    type: 'select',
    name: 'time_grain_sqla',
    label: 'Time grain',
    affects: 'query',
    default: DEFAULT_GRANULARITY,
    choices: ({ dataset }) => (dataset.time_grains.length > 0 ? dataset.time_grains : anyGrain),
    ...own,
  }) as Control<'time_grain_sqla', string | null>

/** The time range of the rows. */
export const timeRange = (own: ControlOverrides = {}) =>
  ({
    type: 'time_range',
    name: 'time_range',
    label: 'Time range',
    affects: 'query',
    default: DEFAULT_TIME_RANGE,
    ...own,
  }) as Control<'time_range', string>

/** The Time section of charts without time buckets. */
export const timeSection = section({
  label: 'Time',
  tab: 'data',
  expanded: true,
  rows: [[timeColumn()], [timeRange()]],
})

/** The Time section of charts with time buckets. */
export const bucketSection = section({
  label: 'Time',
  tab: 'data',
  expanded: true,
  rows: [[timeColumn(), timeGrain()], [timeRange()]],
})
