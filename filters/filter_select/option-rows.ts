import { calendarPositions } from '#core/time/calendar-names.ts'
import type { Value } from '#core/table/table.ts'
import type { FilterConfig } from '../filter-type.ts'

/** Returns the rows of the options in display order; weekdays and months by the calendar unless a metric sorts them. */
export function optionRows({ sortMetric, controlValues }: FilterConfig, values: readonly Value[]): readonly number[] {
  const rows = [...values.keys()]
  const present = rows.filter((row) => values[row] !== null)
  const positions = sortMetric ? undefined : calendarPositions(present.map((row) => String(values[row])))
  if (!positions) return rows
  const sign = controlValues?.['sortAscending'] === false ? -1 : 1
  const sorted = present.toSorted(
    (a, b) => sign * ((positions[present.indexOf(a)] ?? 0) - (positions[present.indexOf(b)] ?? 0)),
  )
  return [...sorted, ...rows.filter((row) => values[row] === null)]
}
