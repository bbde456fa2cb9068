import { resolveRange } from '#calls/time-ranges.ts'
import { t } from '#core/text/t.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import { stepPeriod } from '#core/time/step-period.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { toast } from '#ui/overlay/toast.ts'
import { maskOf } from '../state/masks.ts'
import { actions, type DashboardStore } from '../state/store.ts'
import { filterCalendar } from './use-filter-calendar.ts'

/** Moves the time range filter to the period before (-1) or after (1) its range. */
export async function stepTimeFilter(store: DashboardStore, filter: FilterConfig, by: 1 | -1): Promise<void> {
  const range = store.getState().masks[filter.id]?.filterState?.value
  const calendar = JSON.parse(filterCalendar(store.getState(), filter) ?? '{}') as CalendarRecord
  const bounds = typeof range === 'string' ? await resolveRange(range, calendar).catch(() => undefined) : undefined
  const next = bounds && stepPeriod(bounds, by)
  if (next === undefined) {
    toast.show({ text: t('Set a time range with a start and an end first.') })
    return
  }
  // The filter has changed while its range was resolved.
  if (store.getState().masks[filter.id]?.filterState?.value !== range) return
  actions.setMask(store, filter.id, maskOf(filter, next))
}
