import { databaseFilter, type ListFilter } from '#client/lists/list-filter.ts'
import { t } from '#core/text/t.ts'

const DAY = 86_400_000

/** States of runs with the names that lists show. */
export const stateNames = (): Readonly<Record<string, string>> => ({
  success: t('Finished'),
  failed: t('Failed'),
  timed_out: t('Time limit'),
  stopped: t('Stopped'),
  running: t('Running'),
  pending: t('Waiting'),
})

const stateFilter = (): ListFilter => ({
  id: 'status',
  label: t('Status'),
  options: Object.entries(stateNames()).map(([value, label]) => ({ value, label })),
  condition: (value) => ({ col: 'status', opr: 'eq', value }),
})

/** Runs that started within the last days. */
const timeFilter = (): ListFilter => ({
  id: 'since',
  label: t('Started'),
  options: [
    { value: '1', label: t('Last day') },
    { value: '7', label: t('Last week') },
    { value: '30', label: t('Last month') },
  ],
  condition: (value) => ({ col: 'start_time', opr: 'gt', value: Date.now() - Number(value) * DAY }),
})

/** The filters of the query history. */
export const historyFilters = (): readonly ListFilter[] => [databaseFilter(), stateFilter(), timeFilter()]
