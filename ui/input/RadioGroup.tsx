import { classNames } from '#ui/tokens/class-names.ts'
import { Field, type FieldProps } from '#ui/base/Field.tsx'
import { fieldPropsOf, useFieldIds } from '#ui/base/field-ids.ts'
import styles from './RadioGroup.module.css'

export interface RadioGroupProps<V extends string> extends FieldProps {
  readonly options: readonly {
    readonly value: V
    readonly label: string
    readonly description?: string | undefined
    readonly isDisabled?: boolean | undefined
  }[]
  readonly value: V | undefined
  readonly onChange: (value: V) => void
  readonly isInline?: boolean | undefined
}

export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { options, value, onChange, isDisabled, isInline, label } = props
  const { ids, aria, frame } = useFieldIds(props)
  return (
    <Field {...fieldPropsOf(props)} {...frame} htmlFor={undefined}>
      <div
        role="radiogroup"
        aria-labelledby={label === undefined ? undefined : ids.label}
        {...aria}
        className={classNames(styles.group, isInline && styles.inline)}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(styles.whole, (isDisabled || option.isDisabled) && styles.disabled)}
          >
            <input
              type="radio"
              className={styles.input}
              name={ids.control}
              value={option.value}
              checked={option.value === value}
              disabled={isDisabled || option.isDisabled}
              onChange={() => onChange(option.value)}
            />
            <span className={classNames(styles.dot, option.value === value && styles.on)} aria-hidden="true" />
            <span>
              {option.label}
              {option.description !== undefined && <span className={styles.description}>{option.description}</span>}
            </span>
          </label>
        ))}
      </div>
    </Field>
  )
}
