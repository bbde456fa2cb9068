import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'
import type { HistoryFilter } from './history-filters.ts'
import { useSqlLab } from './state/store.ts'

interface Props {
  readonly filters: readonly HistoryFilter[]
  /** The selected values by filter id. */
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (values: Readonly<Record<string, string>>) => void
}

/** A filter by database, with the databases that the user may run SQL on. */
export function useDatabaseFilter(): HistoryFilter {
  const databases = useSqlLab((state) => state.databases)
  return {
    id: 'database',
    label: t('Database'),
    options: Object.values(databases).map(({ id, database_name: label }) => ({ value: String(id), label })),
    condition: (value) => ({ col: 'database', opr: 'rel_o_m', value: Number(value) }),
  }
}

/** Filters of the query history in a row. */
export function HistoryFilters({ filters, values, onChange }: Props) {
  return filters.map(({ id, label, options }) => {
    const { [id]: chosen, ...others } = values
    return (
      <Select<string>
        key={id}
        ariaLabel={label}
        placeholder={label}
        size="sm"
        variant="quiet"
        isClearable
        options={options}
        value={chosen}
        onChange={(value) => onChange({ ...others, [id]: value })}
        onClear={() => onChange(others)}
      />
    )
  })
}
