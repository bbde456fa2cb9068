import { t } from '#core/text/t.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import type { EditColumn } from './edit-draft.ts'
import styles from './PartList.module.css'

interface Props {
  readonly column: EditColumn
  readonly isDefault: boolean
  readonly onChange: (change: Partial<EditColumn>) => void
  /** Sets or unsets the column as the default time column. */
  readonly onDefault: (isDefault: boolean) => void
}

/** The type of a column and its allowed uses. */
export function ColumnFlags({ column, isDefault, onChange, onDefault }: Props) {
  return (
    <>
      <span className={styles['code']}>{column.type}</span>
      <Checkbox isSelected={column.is_dttm ?? false} onChange={(next) => onChange({ is_dttm: next })}>
        {t('Is temporal')}
      </Checkbox>
      <Checkbox isSelected={isDefault} isDisabled={!column.is_dttm} onChange={onDefault}>
        {t('Default datetime')}
      </Checkbox>
      <Checkbox isSelected={column.filterable ?? false} onChange={(next) => onChange({ filterable: next })}>
        {t('Is filterable')}
      </Checkbox>
      <Checkbox isSelected={column.groupby ?? false} onChange={(next) => onChange({ groupby: next })}>
        {t('Is dimension')}
      </Checkbox>
    </>
  )
}
