import { useId, useRef } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { Field } from './Field.tsx'
import { fieldPart, useFieldIds } from './field-ids.ts'
import { MultiSelectBox } from './MultiSelectBox.tsx'
import { MultiSelectList } from './MultiSelectList.tsx'
import styles from './MultiSelect.module.css'
import { useMultiSelect } from './multi-select.ts'
import type { MultiSelectProps } from './multi-select-props.ts'
import type { OptionValue } from './option.ts'

export function MultiSelect<V extends OptionValue>(props: MultiSelectProps<V>) {
  const { ids, aria, frame } = useFieldIds(props)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const state = useMultiSelect(props)
  const list = <MultiSelectList select={props} state={state} id={listId} />
  return (
    <Field {...fieldPart(props)} {...frame}>
      <MultiSelectBox ref={box} select={props} state={state} id={ids.control} listId={listId} aria={aria} />
      {props.isInline ? (
        <div className={styles.inline}>{list}</div>
      ) : (
        <Popover
          isNonModal
          triggerRef={box}
          isOpen={state.isOpen}
          onOpenChange={state.open}
          placement="bottom start"
          offset={4}
          className={styles.popover ?? ''}
        >
          {list}
        </Popover>
      )}
    </Field>
  )
}
