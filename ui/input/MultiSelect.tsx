import { useId, useRef } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { Field } from './Field.tsx'
import { fieldPart, useFieldIds } from './field-ids.ts'
import { MultiSelectBox } from './MultiSelectBox.tsx'
import styles from './MultiSelect.module.css'
import { useMultiSelect } from './multi-select.ts'
import type { MultiSelectProps } from './multi-select-props.ts'
import { OptionList } from './OptionList.tsx'
import type { OptionValue } from './option.ts'

export function MultiSelect<V extends OptionValue>(props: MultiSelectProps<V>) {
  const { ids, aria, frame } = useFieldIds(props)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const state = useMultiSelect(props)
  return (
    <Field {...fieldPart(props)} {...frame}>
      <MultiSelectBox ref={box} select={props} state={state} id={ids.control} listId={listId} aria={aria} />
      <Popover
        isNonModal
        triggerRef={box}
        isOpen={state.isOpen}
        onOpenChange={state.open}
        placement="bottom start"
        offset={4}
        className={styles.popover ?? ''}
      >
        <div className={styles.panel} onPointerDown={(event) => event.preventDefault()}>
          <OptionList
            id={listId}
            label={props.label ?? props.ariaLabel ?? ''}
            options={state.matching}
            chosen={state.chosen}
            onPick={state.pick}
            active={state.active}
            onActive={state.setActive}
            mark={props.isSingle ? 'tick' : 'box'}
            isMultiple={!props.isSingle}
            isLoading={props.isLoading}
            total={props.total}
          />
          {props.footer !== undefined && <div className={styles.footer}>{props.footer}</div>}
        </div>
      </Popover>
    </Field>
  )
}
