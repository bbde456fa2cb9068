import { useId, useMemo, useState } from 'react'
import { OptionList } from './OptionList.tsx'
import { type Option, type OptionValue, optionKey, toggled } from './option.ts'

export interface CheckboxListProps<V extends OptionValue> {
  /** The accessible name. */
  readonly label: string
  readonly options: readonly Option<V>[]
  readonly value: readonly V[]
  readonly onChange: (value: V[]) => void
  /** The value of a full bar; by default the largest count. */
  readonly total?: number | undefined
  readonly isSingle?: boolean | undefined
  readonly isExclude?: boolean | undefined
  readonly maxHeight?: number | undefined
  readonly isLoading?: boolean | undefined
  readonly isDisabled?: boolean | undefined
}

export function CheckboxList<V extends OptionValue>(props: CheckboxListProps<V>) {
  const { label, options, value, onChange, isSingle, isDisabled } = props
  const id = useId()
  const [active, setActive] = useState(-1)
  const chosen = useMemo(() => new Set(value.map(optionKey)), [value])
  const pick = (option: Option<V>) => {
    if (isDisabled) return
    const isOn = chosen.has(optionKey(option.value))
    onChange(isSingle ? (isOn ? [] : [option.value]) : toggled(value, option.value))
  }
  return (
    <OptionList
      id={id}
      label={label}
      options={options}
      chosen={chosen}
      onPick={pick}
      active={active}
      onActive={setActive}
      mark={isSingle ? 'round' : 'box'}
      isMultiple={!isSingle}
      isFocusable
      isDense
      isExclude={props.isExclude}
      isLoading={props.isLoading}
      isDisabled={isDisabled}
      total={props.total}
      maxHeight={props.maxHeight ?? 240}
    />
  )
}
