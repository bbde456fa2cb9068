import { type AriaAttributes, type Ref, useMemo, useRef, useState } from 'react'
import { Icon } from '#ui/display/Icon.tsx'
import { useTexts } from '#ui/tokens/texts.ts'
import { boxClass } from './box-class.ts'
import styles from './MultiSelect.module.css'
import { MultiSelectChips } from './MultiSelectChips.tsx'
import type { MultiSelectState } from './multi-select.ts'
import type { MultiSelectProps } from './multi-select-props.ts'
import { optionRowId } from './OptionList.tsx'
import { type OptionValue, optionKey } from './option.ts'

function BoxEnd({ onClear }: { readonly onClear: (() => void) | undefined }) {
  const texts = useTexts()
  if (onClear === undefined) return <Icon name="chevron-down" size={14} />
  return (
    <button type="button" className={styles.clear} aria-label={texts.clear} onClick={onClear}>
      <Icon name="close" size={12} />
    </button>
  )
}

export interface MultiSelectBoxProps<V extends OptionValue> {
  readonly select: MultiSelectProps<V>
  readonly state: MultiSelectState<V>
  readonly id: string
  readonly listId: string
  readonly aria: AriaAttributes
  readonly ref: Ref<HTMLDivElement>
}

export function MultiSelectBox<V extends OptionValue>({
  select,
  state,
  id,
  listId,
  aria,
  ref,
}: MultiSelectBoxProps<V>) {
  const { options, value, onChange, isDisabled, maxChips = 12 } = select
  const input = useRef<HTMLInputElement>(null)
  const [areAllShown, setAllShown] = useState(false)
  const labels = useMemo(() => new Map(options.map((each) => [optionKey(each.value), each.label])), [options])
  return (
    <div
      ref={ref}
      className={boxClass(select, state.isOpen, styles.box)}
      onPointerDown={(event) => {
        if (isDisabled || event.target === input.current || (event.target as Element).closest('button')) return
        event.preventDefault()
        input.current?.focus()
        state.open(!state.isOpen)
      }}
    >
      <MultiSelectChips
        values={areAllShown ? value : value.slice(0, maxChips)}
        hidden={areAllShown ? 0 : Math.max(0, value.length - maxChips)}
        labelOf={(each) => labels.get(optionKey(each)) ?? String(each)}
        isDisabled={isDisabled === true}
        onRemove={(each) => onChange(value.filter((other) => optionKey(other) !== optionKey(each)))}
        onShowAll={() => setAllShown(true)}
      />
      <input
        ref={input}
        id={id}
        role="combobox"
        aria-expanded={state.isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={state.isOpen && state.active >= 0 ? optionRowId(listId, state.active) : undefined}
        {...aria}
        className={styles.input}
        autoComplete="off"
        spellCheck={false}
        disabled={isDisabled}
        placeholder={value.length === 0 ? select.placeholder : undefined}
        value={state.text}
        onChange={(event) => state.type(event.target.value)}
        onClick={() => state.open(true)}
        onKeyDown={state.onKeyDown}
        onPaste={state.onPaste}
        onBlur={state.onBlur}
      />
      <BoxEnd onClear={value.length > 0 && !isDisabled ? () => onChange([]) : undefined} />
    </div>
  )
}
