import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'
import type { FilterViewProps } from '../filter-type.ts'
import { choices } from './index.ts'

export default function TimeGrainFilterView({
  config,
  value,
  onChange,
  options,
  error,
}: FilterViewProps<readonly string[]>) {
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
      placeholder={found.length > 0 ? t('%s options', String(found.length)) : t('No data')}
      {...(error ? { error } : {})}
    />
  )
}
