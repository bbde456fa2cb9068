import { useMemo } from 'react'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterCalendar } from './filter-calendar.ts'
import { useDashboard } from '../state/store.ts'

/** Returns the calendar of the charts in scope of a filter; undefined if they differ or it is unknown. */
export function useFilterCalendar(config: FilterConfig): CalendarRecord | undefined {
  const text = useDashboard((state) => filterCalendar(state, config))
  return useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as CalendarRecord)), [text])
}
