import { useId, useRef } from 'react'
import { LazyPopover } from '#ui/overlay/LazyPopover.tsx'
import { Field } from '#ui/base/Field.tsx'
import { fieldPropsOf, useFieldIds } from '#ui/base/field-ids.ts'
import { MultiSelectBox } from './MultiSelectBox.tsx'
import styles from './MultiSelect.module.css'
import { useMultiSelect } from './multi-select.ts'
import type { MultiSelectProps } from './multi-select-props.ts'
import { OptionList } from './OptionList.tsx'
import type { OptionValue } from './option.ts'

/** Six and a half rows, to indicate that more follow. */
const INLINE_HEIGHT = 182

export function MultiSelect<V extends OptionValue>(props: MultiSelectProps<V>) {
  const { ids, aria, frame } = useFieldIds(props)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const state = useMultiSelect(props)
  const list = (
    <div
      className={props.isInline ? styles.inline : styles.panel}
      onPointerDown={(event) => {
        event.preventDefault()
        if (props.isInline) box.current?.querySelector('input')?.focus({ preventScroll: true })
      }}
    >
      <OptionList
        id={listId}
        label={props.label ?? props.ariaLabel ?? ''}
        options={state.matching}
        chosen={state.chosen}
        onSelect={state.select}
        active={state.active}
        onActive={state.setActive}
        mark={props.isSingle ? 'tick' : 'box'}
        isMultiple={!props.isSingle}
        isLoading={props.isLoading}
        total={props.total}
        maxHeight={props.isInline ? INLINE_HEIGHT : undefined}
      />
      {props.footer !== undefined && <div className={styles.footer}>{props.footer}</div>}
    </div>
  )
  const field = <MultiSelectBox ref={box} select={props} state={state} id={ids.control} listId={listId} aria={aria} />
  if (props.isInline)
    return (
      <Field {...fieldPropsOf(props)} {...frame}>
        {field}
        {list}
      </Field>
    )
  return (
    <Field {...fieldPropsOf(props)} {...frame}>
      {field}
      <LazyPopover
        isNonModal
        triggerRef={box}
        isOpen={state.isOpen}
        onOpenChange={state.open}
        placement="bottom start"
        offset={4}
        className={styles.popover ?? ''}
      >
        {list}
      </LazyPopover>
    </Field>
  )
}
