import { type KeyboardEvent, useMemo, useState } from 'react'
import { nextActiveOption } from './active-option.ts'
import { OptionList, optionRowId } from './OptionList.tsx'
import { matchingOptions, type Option, type OptionValue, optionKey } from './option.ts'
import styles from './Select.module.css'
import { SelectSearch } from './SelectSearch.tsx'

export interface SelectPanelProps<V extends OptionValue> {
  readonly listId: string
  readonly label: string
  readonly options: readonly Option<V>[]
  readonly value: V | undefined
  readonly isSearchable: boolean
  readonly isLoading?: boolean | undefined
  readonly onSearch?: ((text: string) => void) | undefined
  readonly onSelect: (option: Option<V>) => void
}

export function SelectPanel<V extends OptionValue>(props: SelectPanelProps<V>) {
  const { listId, label, options, value, isSearchable, onSearch, onSelect } = props
  const [text, setText] = useState('')
  const chosen = useMemo(() => new Set(value === undefined ? [] : [optionKey(value)]), [value])
  const [active, setActive] = useState(() => options.findIndex((option) => chosen.has(optionKey(option.value))))
  const matching = useMemo(() => (onSearch ? options : matchingOptions(options, text)), [options, text, onSearch])
  const type = (next: string) => {
    setText(next)
    setActive(0)
    onSearch?.(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const option = matching[active]
    if (event.key === 'Enter' && option !== undefined) {
      event.preventDefault()
      if (!option.isDisabled) onSelect(option)
      return
    }
    const isTyping = event.key === 'Home' || event.key === 'End'
    const next = isTyping ? undefined : nextActiveOption(event.key, active, matching.length)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }
  return (
    <div className={styles.panel}>
      {isSearchable && (
        <SelectSearch
          listId={listId}
          activeId={active >= 0 ? optionRowId(listId, active) : undefined}
          value={text}
          onChange={type}
          onKeyDown={onKeyDown}
        />
      )}
      <OptionList
        id={listId}
        label={label}
        options={matching}
        chosen={chosen}
        onSelect={onSelect}
        active={active}
        onActive={setActive}
        mark="tick"
        isFocusable={!isSearchable}
        autoFocus={!isSearchable}
        isLoading={props.isLoading}
      />
    </div>
  )
}
