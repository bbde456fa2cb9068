import { useId, useMemo, useRef, useState } from 'react'
import { LazyPopover } from '#ui/overlay/LazyPopover.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { Field, type FieldProps } from '#ui/base/Field.tsx'
import { fieldPropsOf, useFieldIds } from '#ui/base/field-ids.ts'
import { type Option, type OptionValue, optionKey } from './option.ts'
import styles from './Select.module.css'
import { SelectPanel } from './SelectPanel.tsx'
import { SelectTrigger } from './SelectTrigger.tsx'
import type { Size } from '#ui/base/size.ts'

export interface SelectProps<V extends OptionValue> extends FieldProps {
  readonly options: readonly Option<V>[]
  readonly value: V | undefined
  readonly onChange: (value: V) => void
  readonly placeholder?: string | undefined
  /** By default, if there are more than 10 options. */
  readonly isSearchable?: boolean | undefined
  readonly isClearable?: boolean | undefined
  readonly onClear?: (() => void) | undefined
  readonly size?: Size | undefined
  readonly variant?: 'field' | 'quiet' | undefined
  readonly icon?: IconName | undefined
  readonly isLoading?: boolean | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
  /** Called with the typed text; set it if the options are loaded externally. */
  readonly onSearch?: ((text: string) => void) | undefined
}

export function Select<V extends OptionValue>(props: SelectProps<V>) {
  const { options, value, onChange, onSearch } = props
  const { ids, aria, frame } = useFieldIds(props)
  const listId = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const name = props.label ?? props.ariaLabel ?? ''
  const chosen = useMemo(
    () => (value === undefined ? undefined : options.find((option) => optionKey(option.value) === optionKey(value))),
    [options, value],
  )
  const open = (next: boolean) => {
    setOpen(next)
    props.onOpenChange?.(next)
  }
  return (
    <Field {...fieldPropsOf(props)} {...frame}>
      <SelectTrigger
        field={props}
        ref={trigger}
        id={ids.control}
        labelId={ids.label}
        listId={listId}
        aria={aria}
        text={chosen?.label ?? (value === undefined || value === null ? undefined : String(value))}
        placeholder={props.placeholder}
        icon={props.icon ?? chosen?.icon}
        isQuiet={props.variant === 'quiet'}
        isOpen={isOpen}
        onOpen={open}
        onClear={props.isClearable && value !== undefined && !props.isDisabled ? props.onClear : undefined}
      />
      <LazyPopover
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={open}
        placement="bottom start"
        offset={4}
        className={styles.popover ?? ''}
        aria-label={name}
      >
        <SelectPanel
          listId={listId}
          label={name}
          options={options}
          value={value}
          isSearchable={props.isSearchable ?? (options.length > 10 || onSearch !== undefined)}
          isLoading={props.isLoading}
          onSearch={onSearch}
          onSelect={(option) => {
            open(false)
            onChange(option.value)
          }}
        />
      </LazyPopover>
    </Field>
  )
}
