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

/** The values of one column: those that are offered, with a bar of their measure, found by what is typed. */
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
        // What may not be emptied keeps its last value.
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
