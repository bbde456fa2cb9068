import type { Ref } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'
import { fieldPart, useFieldIds } from './field-ids.ts'

export interface CodeAreaProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number | undefined
  /** In pixels; above it the text scrolls. */
  readonly maxHeight?: number | undefined
  readonly placeholder?: string | undefined
  readonly isReadOnly?: boolean | undefined
  /** On Ctrl or Cmd + Enter. */
  readonly onSubmit?: (() => void) | undefined
  readonly textRef?: Ref<HTMLTextAreaElement> | undefined
}

export function CodeArea(props: CodeAreaProps) {
  const { value, onChange, rows = 8, isDisabled, onSubmit } = props
  const { ids, aria, frame } = useFieldIds(props)
  return (
    <Field {...fieldPart(props)} {...frame}>
      <div
        className={classNames(
          styles.box,
          styles.boxTall,
          styles.code,
          props.error !== undefined && styles.invalid,
          isDisabled && styles.off,
        )}
      >
        <textarea
          ref={props.textRef}
          id={ids.control}
          rows={rows}
          style={props.maxHeight === undefined ? undefined : { maxHeight: props.maxHeight }}
          value={value}
          placeholder={props.placeholder}
          readOnly={props.isReadOnly}
          disabled={isDisabled}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          wrap="soft"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || onSubmit === undefined) return
            event.preventDefault()
            onSubmit()
          }}
          {...aria}
        />
      </div>
    </Field>
  )
}
