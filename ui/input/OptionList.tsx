import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { rowWindow, scrollToRow } from '#ui/base/row-window.ts'
import { useScrollEdges } from '#ui/base/use-scroll-edges.ts'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import { useFormatLocale } from '#ui/tokens/format-locale.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { nextActiveOption, activeByLetter } from './active-option.ts'
import styles from './OptionList.module.css'
import { OptionRow } from './OptionRow.tsx'
import { type Option, type OptionValue, optionKey } from './option.ts'

export interface OptionListProps<V extends OptionValue> {
  readonly id: string
  readonly label: string
  readonly options: readonly Option<V>[]
  readonly chosen: ReadonlySet<string>
  readonly onSelect: (option: Option<V>) => void
  /** Called with the option under the pointer; undefined when the pointer leaves the list. */
  readonly onHover?: ((option: Option<V> | undefined) => void) | undefined
  /** The active row; -1 for none. */
  readonly active: number
  readonly onActive: (index: number) => void
  readonly mark: 'box' | 'round' | 'tick'
  readonly isMultiple?: boolean | undefined
  /** Whether the list takes focus itself; otherwise a field keeps the focus and references the active row. */
  readonly isFocusable?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly isDense?: boolean | undefined
  readonly isExclude?: boolean | undefined
  readonly isLoading?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly total?: number | undefined
  readonly maxHeight?: number | undefined
  readonly ref?: Ref<HTMLDivElement> | undefined
}

const MAX_HEIGHT = 280
/** With more options, only the visible ones are rendered. */
const WINDOWED_ABOVE = 100

/** Returns the id of a row, for `aria-activedescendant`. */
export const optionRowId = (listId: string, index: number) => `${listId}-${index}`

function keysOf<V extends OptionValue>({ options, active, onActive, onSelect }: OptionListProps<V>) {
  return (event: KeyboardEvent) => {
    const option = options[active]
    if ((event.key === 'Enter' || event.key === ' ') && option !== undefined) {
      event.preventDefault()
      if (!option.isDisabled) onSelect(option)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const labels = () => options.map((each) => each.label)
    const next = nextActiveOption(event.key, active, options.length) ?? activeByLetter(event.key, active, labels())
    if (next === undefined) return
    event.preventDefault()
    onActive(next)
  }
}

/** Manages the scroll position and the rendered rows; keeps the active row visible. */
function useRows<V extends OptionValue>(props: OptionListProps<V>) {
  const { options, active, isDense, maxHeight = MAX_HEIGHT } = props
  const isNarrow = useIsNarrow()
  const rowHeight = isNarrow ? 44 : isDense ? 24 : 28
  const box = useRef<HTMLDivElement>(null)
  useImperativeHandle(props.ref, () => box.current as HTMLDivElement)
  const [scrollTop, setScrollTop] = useState(0)
  const height = Math.min(maxHeight, Math.max(1, options.length) * rowHeight)
  const spare = options.length > WINDOWED_ABOVE ? undefined : options.length
  const seen = rowWindow(scrollTop, height, rowHeight, options.length, spare)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || active < 0) return
    element.scrollTop = scrollToRow(element.scrollTop, height, rowHeight, active)
  }, [active, height, rowHeight])
  useEffect(() => {
    if (props.autoFocus) box.current?.focus({ preventScroll: true })
  }, [props.autoFocus])
  return { box, setScrollTop, seen, rowHeight }
}

export function OptionList<V extends OptionValue>(props: OptionListProps<V>) {
  const { id, options, active, onActive, isFocusable, isDense, maxHeight = MAX_HEIGHT } = props
  const texts = useTexts()
  const locale = useFormatLocale()
  const { box, setScrollTop, seen, rowHeight } = useRows(props)
  const more = useScrollEdges(box, options.length, rowHeight)
  const full = props.total ?? options.reduce((most, option) => Math.max(most, option.count ?? 0), 0)
  const numbers = new Intl.NumberFormat(locale)

  const onKeyDown = keysOf(props)

  const row = (option: Option<V>, index: number) => (
    <OptionRow
      key={optionKey(option.value)}
      id={optionRowId(id, index)}
      option={option}
      index={index}
      count={options.length}
      height={rowHeight}
      isChosen={props.chosen.has(optionKey(option.value))}
      isActive={index === active}
      mark={props.mark}
      full={full}
      isExclude={props.isExclude === true}
      format={(count) => numbers.format(count)}
      onSelect={props.onSelect}
      onPoint={(at) => !isFocusable && at !== active && onActive(at)}
      onEnter={props.onHover}
    />
  )

  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label={props.label}
      aria-multiselectable={props.isMultiple || undefined}
      aria-busy={props.isLoading || undefined}
      aria-disabled={props.isDisabled || undefined}
      aria-activedescendant={isFocusable && active >= 0 ? optionRowId(id, active) : undefined}
      tabIndex={isFocusable && !props.isDisabled ? 0 : -1}
      className={classNames(styles.list, isDense && styles.dense, props.isDisabled && styles.off)}
      style={{ maxHeight }}
      data-more={more}
      {...(props.onHover && { onPointerLeave: () => props.onHover?.(undefined) })}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      {...(isFocusable && { onKeyDown, onFocus: () => active < 0 && onActive(0), onBlur: () => onActive(-1) })}
    >
      {options.length === 0 ? (
        <div className={styles.empty} role="presentation">
          {props.isLoading ? <Skeleton shape="lines" rows={3} label={texts.loading} /> : texts.noResults}
        </div>
      ) : (
        <div role="presentation" className={styles.space} style={{ height: seen.height, paddingTop: seen.top }}>
          {options.slice(seen.first, seen.end).map((option, offset) => row(option, seen.first + offset))}
        </div>
      )}
    </div>
  )
}
