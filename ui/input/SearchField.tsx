import { useEffect, useRef } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import { Kbd } from '#ui/base/Kbd.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { useDraft } from './draft.ts'
import styles from '#ui/base/Field.module.css'
import own from './SearchField.module.css'
import type { Size } from '#ui/base/size.ts'

export interface SearchFieldProps {
  /** The accessible name. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string | undefined
  /**
   * Milliseconds after the last key press before `onChange`; Enter and clearing do not wait. Leaving the field restarts
   * the wait, so that the element being clicked does not move away from the pointer.
   */
  readonly delay?: number | undefined
  readonly size?: Size | undefined
  readonly shortcut?: string | undefined
  readonly autoFocus?: boolean | undefined
  readonly onEnter?: (() => void) | undefined
  readonly isWide?: boolean | undefined
}

export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, delay = 0, size = 'md', shortcut, onEnter } = props
  const [text, setText] = useDraft(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const texts = useTexts()
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = (next: string, wait: number) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = undefined
    if (wait === 0) onChange(next)
    else
      timer.current = setTimeout(() => {
        timer.current = undefined
        onChange(next)
      }, wait)
  }
  return (
    <div
      role="search"
      aria-label={label}
      className={classNames(
        styles.box,
        size === 'sm' && styles.boxSm,
        size === 'lg' && styles.boxLg,
        !props.isWide && own.narrow,
      )}
    >
      <Icon name="search" size={14} />
      <input
        type="search"
        aria-label={label}
        value={text}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        autoFocus={props.autoFocus}
        onChange={(event) => say(event.target.value, delay)}
        onBlur={() => timer.current !== undefined && say(text, delay)}
        onKeyDown={(event) => {
          const isCleared = event.key === 'Escape' && text !== ''
          if (event.key !== 'Enter' && !isCleared) return
          // A search does not submit the form around it.
          event.preventDefault()
          if (isCleared) event.stopPropagation()
          say(isCleared ? '' : text, 0)
          if (!isCleared) onEnter?.()
        }}
      />
      {text === '' ? (
        shortcut && <Kbd keys={shortcut} />
      ) : (
        <button type="button" className={own.clear} aria-label={texts.clear} onClick={() => say('', 0)}>
          <Icon name="close" size={12} />
        </button>
      )}
    </div>
  )
}
