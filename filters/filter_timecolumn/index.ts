import { type Table, TEMPORAL } from '#core/table/table.ts'
import type { FilterType } from '../filter-type.ts'

/** The column time ranges narrow. Options are the dataset's columns; those of kind temporal are offered. */
export const filterTimecolumn: FilterType<readonly string[]> = {
  type: 'filter_timecolumn',
  label: 'Time column',
  target: 'dataset',
  examples: [['order_date']],
  // Without a choice charts keep their own: there is nothing that could be required.
  settings: [],
  parse(raw) {
    const first: unknown = Array.isArray(raw) ? raw[0] : raw
    return typeof first === 'string' && first !== '' ? [first] : undefined
  },
  toQueries: () => [{ result_type: 'columns' }],
  toMask(value, config) {
    const column = value?.[0]
    if (column) return { extraFormData: { granularity_sqla: column }, filterState: { value: [column], label: column } }
    const state = config.controlValues?.['enableEmptyFilter'] === true ? { validateStatus: 'error' as const } : {}
    return { extraFormData: {}, filterState: { value: null, ...state } }
  },
}

/** The temporal columns among those of the dataset, from the answer to `toQueries`. */
export function choices(table: Table | undefined): { value: string; label: string }[] {
  const values = (name: string) => table?.columns.find((each) => each.name === name)?.values ?? []
  const verbose = values('verbose_name')
  const types = values('dtype')
  return values('column_name').flatMap((name, row) =>
    typeof name === 'string' && types[row] === TEMPORAL ? [{ value: name, label: String(verbose[row] || name) }] : [],
  )
}
