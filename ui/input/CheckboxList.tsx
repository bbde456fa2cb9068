import { useId, useMemo, useState } from 'react'
import { OptionList } from './OptionList.tsx'
import { type Option, type OptionValue, optionKey, toggleValue } from './option.ts'

export interface CheckboxListProps<V extends OptionValue> {
  /** The accessible name. */
  readonly label: string
  readonly options: readonly Option<V>[]
  readonly value: readonly V[]
  readonly onChange: (value: V[]) => void
  /** Called with the value that a click on the hovered option sets; undefined when the pointer leaves the list. */
  readonly onHover?: ((value: V[] | undefined) => void) | undefined
  /** The value of a full bar; by default the largest count. */
  readonly total?: number | undefined
  readonly isSingle?: boolean | undefined
  readonly isExclude?: boolean | undefined
  readonly maxHeight?: number | undefined
  readonly isLoading?: boolean | undefined
  readonly isDisabled?: boolean | undefined
}

export function CheckboxList<V extends OptionValue>(props: CheckboxListProps<V>) {
  const { label, options, value, onChange, onHover, isSingle, isDisabled } = props
  const id = useId()
  const [active, setActive] = useState(-1)
  const chosen = useMemo(() => new Set(value.map(optionKey)), [value])
  const after = (option: Option<V>): V[] => {
    if (!isSingle) return toggleValue(value, option.value)
    return chosen.has(optionKey(option.value)) ? [] : [option.value]
  }
  const select = (option: Option<V>) => {
    if (!isDisabled) onChange(after(option))
  }
  const hover = (option: Option<V> | undefined) => onHover?.(option && after(option))
  return (
    <OptionList
      id={id}
      label={label}
      options={options}
      chosen={chosen}
      onSelect={select}
      onHover={onHover && !isDisabled ? hover : undefined}
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
