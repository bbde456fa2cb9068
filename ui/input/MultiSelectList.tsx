import styles from './MultiSelect.module.css'
import type { MultiSelectState } from './multi-select.ts'
import type { MultiSelectProps } from './multi-select-props.ts'
import { OptionList } from './OptionList.tsx'
import type { OptionValue } from './option.ts'

/** Pixels of a list that stands below its field: seven rows and a half, which says that there are more. */
const INLINE_HEIGHT = 210

export interface MultiSelectListProps<V extends OptionValue> {
  readonly select: MultiSelectProps<V>
  readonly state: MultiSelectState<V>
  readonly id: string
}

/** What can be chosen, and a line about it; the focus stays in the field. */
export function MultiSelectList<V extends OptionValue>({ select, state, id }: MultiSelectListProps<V>) {
  return (
    <div className={styles.panel} onPointerDown={(event) => event.preventDefault()}>
      <OptionList
        id={id}
        label={select.label ?? select.ariaLabel ?? ''}
        options={state.matching}
        chosen={state.chosen}
        onPick={state.pick}
        active={state.active}
        onActive={state.setActive}
        mark={select.isSingle ? 'tick' : 'box'}
        isMultiple={!select.isSingle}
        isLoading={select.isLoading}
        isDisabled={select.isDisabled}
        total={select.total}
        maxHeight={select.isInline ? INLINE_HEIGHT : undefined}
      />
      {select.footer !== undefined && <div className={styles.footer}>{select.footer}</div>}
    </div>
  )
}
