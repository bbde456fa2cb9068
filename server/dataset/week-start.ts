import { isXAxis, type PostProcessing, type QueryObject } from '#core/query/query-object.ts'
import { grainOnCalendar } from '#core/time/grains.ts'

/** Returns the query with the grain `P1W` adapted to weeks that begin on `weekStart`, 1 Monday to 7 Sunday. */
export function withWeekStart(query: QueryObject, weekStart: number | undefined): QueryObject {
  if (weekStart === undefined || weekStart === 1) return query
  const onCalendar = (code: string) => grainOnCalendar(code, weekStart)
  const { columns, extras, filters, post_processing: steps } = query
  return {
    ...query,
    ...(columns && {
      columns: columns.map((column) =>
        isXAxis(column) && column.timeGrain ? { ...column, timeGrain: onCalendar(column.timeGrain) } : column,
      ),
    }),
    ...(extras?.time_grain_sqla && { extras: { ...extras, time_grain_sqla: onCalendar(extras.time_grain_sqla) } }),
    ...(filters && {
      filters: filters.map((filter) => (filter?.grain ? { ...filter, grain: onCalendar(filter.grain) } : filter)),
    }),
    ...(steps && { post_processing: steps.map((step) => step && stepOnCalendar(step, weekStart)) }),
  }
}

function stepOnCalendar(step: PostProcessing, weekStart: number): PostProcessing {
  const { operation, options } = step
  const grain = options?.['time_grain']
  if (operation !== 'prophet' || typeof grain !== 'string') return step
  return { ...step, options: { ...options, time_grain: grainOnCalendar(grain, weekStart) } }
}
