import { useState } from 'react'
import { type BoxItem, type BoxValue, isChosen, labelOf } from '#core/filter-box/item.ts'
import { t } from '#core/text/t.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { useBoxOptions } from './use-box-options.ts'

interface Props {
  readonly chartId: number
  readonly item: BoxItem
  readonly value: BoxValue
  readonly onChange: (value: BoxValue) => void
}

/** Selects values of one column. Each option has a bar of its metric; typing searches. */
export function BoxSelect({ chartId, item, value, onChange }: Props) {
  const [text, setText] = useState('')
  const { options, error, isLoading, labelOf: nameOf } = useBoxOptions(chartId, item, text)
  const chosen = isChosen(value) ? (Array.isArray(value) ? value : [value]) : []
  return (
    <MultiSelect
      label={labelOf(item)}
      placeholder={t('Type or Select [%s]', labelOf(item))}
      options={options}
      value={chosen as (string | number | boolean | null)[]}
      onChange={(next) => {
        // A field that must not be empty keeps its last value.
        if (next.length === 0 && item.clearable === false) return
        onChange(item.multiple ? next : (next.at(-1) ?? null))
      }}
      isSingle={!item.multiple}
      isLoading={isLoading}
      labelOf={nameOf}
      onSearch={setText}
      size="sm"
      {...(error ? { error: error.message } : {})}
    />
  )
}
