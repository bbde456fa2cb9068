import type { KeyboardEvent } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import { useDraft } from './draft.ts'
import { Field, type FieldProps } from '#ui/base/Field.tsx'
import styles from '#ui/base/Field.module.css'
import { useFormatLocale } from '#ui/tokens/format-locale.ts'
import { fieldPropsOf, useFieldIds } from '#ui/base/field-ids.ts'
import own from './NumberField.module.css'
import { NumberSteppers } from './NumberSteppers.tsx'
import { clampNumber, formatNumberText, parseNumber, addStep } from './number-text.ts'
import type { Size } from '#ui/base/size.ts'

export interface NumberFieldProps extends FieldProps {
  readonly value: number | undefined
  /** Called on blur, on Enter and on step buttons. */
  readonly onChange: (value: number | undefined) => void
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  readonly placeholder?: string | undefined
  readonly unit?: string | undefined
  /** Whether thousands are separated. */
  readonly isGrouped?: boolean | undefined
  readonly size?: Size | undefined
  readonly hasSteppers?: boolean | undefined
  readonly onEnter?: (() => void) | undefined
}

function useNumberDraft(props: NumberFieldProps) {
  const { value, onChange, min, max, step = 1 } = props
  const locale = useFormatLocale()
  const written = (number: number) => formatNumberText(number, { locale, isGrouped: props.isGrouped })
  const parse = (typed: string) => parseNumber(typed, locale)
  const [text, setText] = useDraft(value === undefined ? '' : written(value))
  const commit = (next: number | undefined) => {
    const stored = next === undefined ? undefined : clampNumber(next, min, max)
    setText(stored === undefined ? '' : written(stored))
    if (stored !== value) onChange(stored)
  }
  const leave = () => {
    const typed = parse(text)
    commit(typed === undefined && text.trim() !== '' ? value : typed)
  }
  const move = (by: number) => commit(addStep(parse(text) ?? clampNumber(0, min, max), by))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step, PageUp: step * 10, PageDown: -step * 10 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      move(by)
    } else if (event.key === 'Enter') {
      leave()
      props.onEnter?.()
    }
  }
  return { text, setText, number: parse(text), leave, move, onKeyDown }
}

export function NumberField(props: NumberFieldProps) {
  const { min, max, step = 1, size = 'md', hasSteppers, unit, isDisabled } = props
  const { ids, aria, frame } = useFieldIds(props)
  const { text, setText, number, leave, move, onKeyDown } = useNumberDraft(props)
  return (
    <Field {...fieldPropsOf(props)} {...frame}>
      <div
        className={classNames(
          styles.box,
          size === 'sm' && styles.boxSm,
          size === 'lg' && styles.boxLg,
          props.error !== undefined && styles.invalid,
          isDisabled && styles.off,
          own.box,
        )}
      >
        <input
          id={ids.control}
          role="spinbutton"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={props.placeholder}
          disabled={isDisabled}
          aria-valuenow={number}
          aria-valuetext={text === '' ? (props.placeholder ?? '') : undefined}
          aria-valuemin={min}
          aria-valuemax={max}
          onChange={(event) => setText(event.target.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
          {...aria}
        />
        {unit && <span className={own.unit}>{unit}</span>}
        {hasSteppers && <NumberSteppers isDisabled={isDisabled} onMove={(direction) => move(direction * step)} />}
      </div>
    </Field>
  )
}
