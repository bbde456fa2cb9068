import type { Table } from '#core/table/table.ts'
import { timeGrains } from '#core/time/grains.ts'
import type { FilterType } from '../filter-type.ts'

/** The time grain filter; its value is an ISO 8601 duration. A single value applies at a time. */
export const filterTimegrain: FilterType<readonly string[]> = {
  type: 'filter_timegrain',
  label: 'Time grain',
  target: 'dataset',
  examples: [['P1D'], ['P1M']],
  // Without a value, charts keep their own time grain, so a value cannot be required.
  settings: [],
  toQueries: () => [{ result_type: 'timegrains' }],
  parse(raw) {
    const first: unknown = Array.isArray(raw) ? raw[0] : raw
    return typeof first === 'string' && timeGrains.some((each) => each.code === first) ? [first] : undefined
  },
  toDataMask(value, config) {
    const code = value?.[0]
    const grain = timeGrains.find((each) => each.code === code)
    if (code && grain)
      return { extraFormData: { time_grain_sqla: code }, filterState: { value: [code], label: grain.label } }
    const state = config.controlValues?.['enableEmptyFilter'] === true ? { validateStatus: 'error' as const } : {}
    return { extraFormData: {}, filterState: { value: null, ...state } }
  },
}

/** Returns the time grains of the database from the result of `toQueries`. */
export function choices(table: Table | undefined): { value: string; label: string }[] {
  const durations = table?.columns.find((each) => each.name === 'duration')?.values ?? []
  const names = table?.columns.find((each) => each.name === 'name')?.values ?? []
  return durations.flatMap((code, row) =>
    typeof code === 'string' ? [{ value: code, label: String(names[row] ?? code) }] : [],
  )
}
