import { type Table, TEMPORAL } from '#core/table/table.ts'
import type { FilterType } from '../filter-type.ts'

/** The time column filter: the column that time ranges apply to. It offers the temporal columns of the dataset. */
export const filterTimecolumn: FilterType<readonly string[]> = {
  type: 'filter_timecolumn',
  label: 'Time column',
  target: 'dataset',
  examples: [['order_date']],
  // Without a value, charts keep their own time column, so a value cannot be required.
  settings: [],
  parse(raw) {
    const first: unknown = Array.isArray(raw) ? raw[0] : raw
    return typeof first === 'string' && first !== '' ? [first] : undefined
  },
  toQueries: () => [{ result_type: 'columns' }],
  toDataMask(value, config) {
    const column = value?.[0]
    if (column) return { extraFormData: { granularity_sqla: column }, filterState: { value: [column], label: column } }
    const state = config.controlValues?.['enableEmptyFilter'] === true ? { validateStatus: 'error' as const } : {}
    return { extraFormData: {}, filterState: { value: null, ...state } }
  },
}

/** Returns the temporal columns of the dataset from the result of `toQueries`. */
export function choices(table: Table | undefined): { value: string; label: string }[] {
  const values = (name: string) => table?.columns.find((each) => each.name === name)?.values ?? []
  const verbose = values('verbose_name')
  const types = values('dtype')
  return values('column_name').flatMap((name, row) =>
    typeof name === 'string' && types[row] === TEMPORAL ? [{ value: name, label: String(verbose[row] || name) }] : [],
  )
}
