import { type AriaAttributes, type KeyboardEvent, type Ref, useId } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { boxClass } from './box-class.ts'
import type { FieldProps } from '#ui/base/Field.tsx'
import styles from './Select.module.css'
import type { Size } from '#ui/base/size.ts'

export interface SelectTriggerProps {
  readonly field: FieldProps & { readonly size?: Size | undefined }
  readonly id: string
  readonly labelId: string
  readonly listId: string
  readonly aria: AriaAttributes
  /** The selected option. */
  readonly text: string | undefined
  readonly placeholder: string | undefined
  readonly icon: IconName | undefined
  readonly isQuiet: boolean
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** If set, a button clears the selection. */
  readonly onClear: (() => void) | undefined
  readonly ref: Ref<HTMLButtonElement>
}

export function SelectTrigger(props: SelectTriggerProps) {
  const { field, labelId, text, icon, isQuiet, isOpen, onOpen, onClear } = props
  const texts = useTexts()
  const valueId = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    onOpen(true)
  }
  return (
    <div className={classNames(styles.whole, isQuiet && styles.fit)}>
      <button
        type="button"
        ref={props.ref}
        id={props.id}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? props.listId : undefined}
        {...props.aria}
        aria-labelledby={field.label === undefined ? undefined : `${labelId} ${valueId}`}
        disabled={field.isDisabled}
        className={boxClass(field, isOpen, styles.trigger, isQuiet && styles.quiet)}
        onClick={() => onOpen(!isOpen)}
        onKeyDown={onKeyDown}
      >
        {icon && <Icon name={icon} />}
        <span id={valueId} className={classNames(styles.value, text === undefined && styles.placeholder)}>
          {text ?? props.placeholder}
        </span>
        {onClear === undefined && <Icon name="chevron-down" size={14} />}
      </button>
      {onClear && (
        <button type="button" className={styles.clear} aria-label={texts.clear} onClick={onClear}>
          <Icon name="close" size={12} />
        </button>
      )}
    </div>
  )
}
