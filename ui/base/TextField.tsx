import type { KeyboardEvent, Ref } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-paths.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'
import { fieldPropsOf, useFieldIds } from './field-ids.ts'
import { useTextError } from './missing-value.ts'
import type { Size } from './size.ts'

export interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'password' | 'email' | 'url' | undefined
  readonly placeholder?: string | undefined
  readonly isMultiline?: boolean | undefined
  readonly rows?: number | undefined
  readonly isCode?: boolean | undefined
  readonly size?: Size | undefined
  readonly icon?: IconName | undefined
  readonly isReadOnly?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly autoComplete?: string | undefined
  readonly name?: string | undefined
  readonly maxLength?: number | undefined
  readonly onBlur?: (() => void) | undefined
  readonly onEnter?: (() => void) | undefined
  readonly inputRef?: Ref<HTMLInputElement | HTMLTextAreaElement> | undefined
}

export function TextField(given: TextFieldProps) {
  const props = { ...given, error: useTextError(given, given.value) }
  const { value, onChange, type = 'text', isMultiline, icon, onEnter, size = 'md' } = props
  const { ids, aria, frame } = useFieldIds(props)
  const shared = {
    id: ids.control,
    value,
    placeholder: props.placeholder,
    disabled: props.isDisabled,
    readOnly: props.isReadOnly,
    autoFocus: props.autoFocus,
    autoComplete: props.autoComplete,
    name: props.name,
    maxLength: props.maxLength,
    onBlur: props.onBlur,
    ...aria,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!onEnter || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Prevents an action of the field from submitting its form.
    event.preventDefault()
    onEnter()
  }
  return (
    <Field {...fieldPropsOf(props)} {...frame}>
      <div
        className={classNames(
          styles.box,
          size === 'sm' && styles.boxSm,
          size === 'lg' && styles.boxLg,
          isMultiline && styles.boxTall,
          props.isCode && styles.code,
          props.error !== undefined && styles.invalid,
          props.isDisabled && styles.off,
          props.isReadOnly && styles.readOnly,
        )}
      >
        {icon && <Icon name={icon} />}
        {isMultiline ? (
          <textarea
            {...shared}
            ref={props.inputRef as Ref<HTMLTextAreaElement>}
            rows={props.rows ?? 3}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...shared}
            ref={props.inputRef as Ref<HTMLInputElement>}
            type={type}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </div>
    </Field>
  )
}
