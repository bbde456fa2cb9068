import type { ReactNode } from 'react'
import { t } from '#core/text/t.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import type { EditColumn } from './edit-draft.ts'
import styles from './FieldList.module.css'

interface Props {
  readonly column: EditColumn
  readonly isDefault: boolean
  readonly onChange: (change: Partial<EditColumn>) => void
  /** Sets or unsets the column as the default time column. */
  readonly onDefault: (isDefault: boolean) => void
}

/** The heads over the flags of columns. Narrow windows show them in each row instead. */
export function ColumnHeaders() {
  return (
    <>
      <span className={styles['name']}>{t('Column')}</span>
      <span className={styles['type']}>{t('Data type')}</span>
      {[t('Is temporal'), t('Default datetime'), t('Is filterable'), t('Is dimension')].map((text) => (
        <span key={text} className={styles['flag']}>
          {text}
        </span>
      ))}
    </>
  )
}

interface FlagProps {
  readonly isSelected: boolean | null | undefined
  readonly isDisabled?: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly children: ReactNode
}

function Flag({ isSelected, isDisabled, onChange, children }: FlagProps) {
  return (
    <span className={styles['flag']}>
      <Checkbox isSelected={isSelected ?? false} isDisabled={isDisabled} onChange={onChange}>
        <span className={styles['flagText']}>{children}</span>
      </Checkbox>
    </span>
  )
}

/** The type of a column and its allowed uses. */
export function ColumnFlags({ column, isDefault, onChange, onDefault }: Props) {
  return (
    <>
      <span className={styles['type']}>{column.type}</span>
      <Flag isSelected={column.is_dttm} onChange={(next) => onChange({ is_dttm: next })}>
        {t('Is temporal')}
      </Flag>
      <Flag isSelected={isDefault} isDisabled={!column.is_dttm} onChange={onDefault}>
        {t('Default datetime')}
      </Flag>
      <Flag isSelected={column.filterable} onChange={(next) => onChange({ filterable: next })}>
        {t('Is filterable')}
      </Flag>
      <Flag isSelected={column.groupby} onChange={(next) => onChange({ groupby: next })}>
        {t('Is dimension')}
      </Flag>
    </>
  )
}
