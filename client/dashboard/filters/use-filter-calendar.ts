import { useMemo } from 'react'
import { type CalendarRecord, calendarRecord } from '#core/time/calendar-settings.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { useDashboard, datasetOf } from '../state/store.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { chartsInScope } from '#core/scope/charts-in-scope.ts'

/**
 * Returns the calendar of the charts in scope of a filter as JSON text, so that equal calendars compare equal.
 * Undefined if the charts have different calendars or a dataset is not loaded.
 */
export function filterCalendar(state: DashboardState, { scope }: Pick<FilterConfig, 'scope'>): string | undefined {
  const datasets = chartsInScope(state.layout, scope).map((id) => datasetOf(state, id))
  const known = datasets.filter((dataset) => dataset !== undefined)
  if (known.length < datasets.length) return undefined
  const extras = known.length === 0 ? [undefined] : known.map(({ extra }) => extra)
  const calendars = new Set(extras.map((extra) => JSON.stringify(calendarRecord(state.info.metadata, extra))))
  return calendars.size === 1 ? [...calendars][0] : undefined
}

/** Returns the calendar of the charts in scope of a filter; undefined if they differ or it is unknown. */
export function useFilterCalendar(config: FilterConfig): CalendarRecord | undefined {
  const text = useDashboard((state) => filterCalendar(state, config))
  return useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as CalendarRecord)), [text])
}
