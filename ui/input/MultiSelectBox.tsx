import { type AriaAttributes, type RefObject, useMemo, useRef, useState } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { boxClass } from './box-class.ts'
import styles from './MultiSelect.module.css'
import { MultiSelectChips } from './MultiSelectChips.tsx'
import type { MultiSelectState } from './multi-select.ts'
import type { MultiSelectProps } from './multi-select-props.ts'
import { optionRowId } from './OptionList.tsx'
import { type OptionValue, optionKey } from './option.ts'

/**
 * Scrolls an element fully into view before an overlay opens at it. An overlay that opens before the scroll event would
 * treat the event as scrolling by the user and close again.
 */
function useInView(element: RefObject<HTMLElement | null>) {
  const isScrolling = useRef(false)
  const top = () => element.current?.getBoundingClientRect().top
  return {
    /** Scrolls if needed; returns whether it did. */
    bring: (): boolean => {
      const before = top()
      element.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      if (top() === before) return false
      isScrolling.current = true
      // The scroll events of a frame are dispatched before its callbacks.
      requestAnimationFrame(() => {
        isScrolling.current = false
      })
      return true
    },
    /** Calls at once, or after the scroll event has been dispatched. */
    after: (call: () => void): void => {
      if (isScrolling.current) requestAnimationFrame(call)
      else call()
    },
  }
}

/** The clear button and the list arrow; a single value shows both, because its chip has no remove button. */
function BoxEnd<V extends OptionValue>({ select }: { readonly select: MultiSelectProps<V> }) {
  const { value, onChange, isDisabled, isSingle, isInline } = select
  const texts = useTexts()
  const isClearable = value.length > 0 && !isDisabled
  return (
    <>
      {isClearable && (
        <button
          type="button"
          className={classNames(styles.clear, isSingle && styles.beside)}
          aria-label={texts.clear}
          onClick={() => onChange([])}
        >
          <Icon name="close" size={12} />
        </button>
      )}
      {!isInline && (isSingle || !isClearable) && <Icon name="chevron-down" size={14} />}
    </>
  )
}

export interface MultiSelectBoxProps<V extends OptionValue> {
  readonly select: MultiSelectProps<V>
  readonly state: MultiSelectState<V>
  readonly id: string
  readonly listId: string
  readonly aria: AriaAttributes
  readonly ref: RefObject<HTMLDivElement | null>
}

export function MultiSelectBox<V extends OptionValue>({
  select,
  state,
  id,
  listId,
  aria,
  ref,
}: MultiSelectBoxProps<V>) {
  const { options, value, onChange, isDisabled, isSingle = false, maxChips = 12 } = select
  const scroller = useInView(ref)
  const input = useRef<HTMLInputElement>(null)
  const [areAllShown, setAllShown] = useState(false)
  const labels = useMemo(() => new Map(options.map((each) => [optionKey(each.value), each.label])), [options])
  return (
    <div
      ref={ref}
      className={boxClass(select, state.isOpen && !select.isInline, styles.box, isSingle && styles.single)}
      onPointerDown={(event) => {
        if (isDisabled || (event.target as Element).closest('button')) return
        // If the input moves away from the pointer, the browser sends no click.
        const hasMoved = scroller.bring()
        if (event.target === input.current && !hasMoved) return
        event.preventDefault()
        input.current?.focus({ preventScroll: true })
        scroller.after(() => state.open(select.isInline || !state.isOpen))
      }}
    >
      <MultiSelectChips
        values={areAllShown ? value : value.slice(0, maxChips)}
        hidden={areAllShown ? 0 : Math.max(0, value.length - maxChips)}
        labelOf={(each) => labels.get(optionKey(each)) ?? select.labelOf?.(each) ?? String(each)}
        isRemovable={!isDisabled && !isSingle}
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
        onClick={() => scroller.after(() => state.open(true))}
        onKeyDown={state.onKeyDown}
        onPaste={state.onPaste}
        onBlur={state.onBlur}
      />
      <BoxEnd select={select} />
    </div>
  )
}
