import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import { useTexts } from '#ui/tokens/texts.ts'
import fields from '#ui/base/Field.module.css'
import styles from './Select.module.css'

export interface SelectSearchProps {
  readonly listId: string
  /** The id of the active option. */
  readonly activeId: string | undefined
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The search field of an open select. */
export function SelectSearch({ listId, activeId, value, onChange, onKeyDown }: SelectSearchProps) {
  const texts = useTexts()
  const input = useRef<HTMLInputElement>(null)
  // After the popover has joined the focus scopes: an earlier focus change would close a popover below.
  useEffect(() => input.current?.focus(), [])
  return (
    <div className={`${fields.box} ${styles.search}`}>
      <Icon name="search" size={14} />
      <input
        ref={input}
        role="combobox"
        aria-label={texts.search}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder={texts.search}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
