import { Button as AriaButton } from 'react-aria-components/Button'
import { type PlanType, planTypes } from '#core/rest/upload.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { type ColumnEdit, type EditedColumn, typeLabel } from './column-edits.ts'
import styles from './UploadFirstRows.module.css'

/** The maximum number of characters of a column name. */
const MAX_NAME = 250

interface Props {
  readonly column: EditedColumn
  readonly onEdit: (change: ColumnEdit) => void
}

interface FieldsProps extends Props {
  readonly onDone: () => void
}

/** The name of a column, its type, and whether it is loaded. */
function ColumnFields({ column, onEdit, onDone }: FieldsProps) {
  const { name, type, isExcluded, nameError } = column
  return (
    <Stack gap={3}>
      <TextField
        label={t('Column name')}
        value={name}
        maxLength={MAX_NAME}
        isDisabled={isExcluded}
        autoFocus
        onChange={(next) => onEdit({ name: next })}
        onEnter={onDone}
        {...(nameError !== undefined && { error: nameError })}
      />
      <Select<PlanType>
        label={t('Column type')}
        options={planTypes.map((value) => ({ value, label: typeLabel(value) }))}
        value={type}
        placeholder={typeLabel(type)}
        isDisabled={isExcluded}
        onChange={(next) => onEdit({ type: next })}
      />
      <Checkbox isSelected={!isExcluded} onChange={(isIncluded) => onEdit({ isExcluded: !isIncluded })}>
        {t('Load this column')}
      </Checkbox>
    </Stack>
  )
}

/** The header of a column in the preview: a button that opens its settings. */
export function UploadColumnHeader({ column, onEdit }: Props) {
  const { source, name, isExcluded, nameError } = column
  return (
    <Popover
      label={t('Column %s', source)}
      title={t('Column %s', source)}
      width={260}
      trigger={
        <AriaButton className={classNames(styles['head'], nameError !== undefined && styles['invalid'])}>
          <span className={classNames(isExcluded && styles['excluded'])}>{name.trim() || source}</span>
          <span className={styles['type']}>{` · ${isExcluded ? t('not loaded') : column.typeLabel}`}</span>
          <Icon name={nameError === undefined ? 'chevron-down' : 'warning'} size={14} />
        </AriaButton>
      }
    >
      {(close) => <ColumnFields column={column} onEdit={onEdit} onDone={close} />}
    </Popover>
  )
}
