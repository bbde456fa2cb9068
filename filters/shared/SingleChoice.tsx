import type { Table } from '#core/table/table.ts'
import { t, tn } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'
import type { FilterViewProps } from '../filter-type.ts'

interface Props extends FilterViewProps<readonly string[]> {
  /** Returns the choices from the result of the filter's query. */
  readonly choices: (table: Table | undefined) => readonly { readonly value: string; readonly label: string }[]
}

/** A single choice from options of the dataset. */
export function SingleChoice({ config, value, onChange, options, error, choices }: Props) {
  const found = choices(options?.[0])
  return (
    <Select
      ariaLabel={config.name ?? ''}
      options={found}
      value={value?.[0]}
      onChange={(next) => onChange([next])}
      isClearable
      onClear={() => onChange(undefined)}
      isLoading={options === undefined}
      size="sm"
      placeholder={found.length > 0 ? tn('%s option', '%s options', found.length, found.length) : t('No data')}
      {...(error ? { error } : {})}
    />
  )
}
