import { advancedTypes } from '#core/filter/advanced-types.ts'
import { t } from '#core/text/t.ts'
import { isInstantColumn } from '#core/time/instant-columns.ts'
import { FormStack } from '#ui/input/FormStack.tsx'
import type { CodeCompletion } from '#ui/input/code/completion.ts'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { CertificationFields } from './CertificationFields.tsx'
import { CheckedSql, type SqlCheck } from './CheckedSql.tsx'
import styles from './DatasetEditor.module.css'
import { type EditColumn, isCalculated } from './edit-draft.ts'

interface Props {
  readonly column: EditColumn
  readonly completions: readonly CodeCompletion[]
  /** Validates the expression of a calculated column. */
  readonly check?: SqlCheck | undefined
  /** The backend of the database. */
  readonly backend: string | undefined
  readonly onChange: (change: Partial<EditColumn>) => void
}

/** Returns whether the times of a column follow the time zone of the dataset, as text. */
function clockText(column: EditColumn): string {
  return isInstantColumn({
    ...column,
    type: column.type ?? null,
    python_date_format: column.python_date_format ?? null,
  })
    ? t('Instants: filtered, grouped and shown in the time zone of the dataset')
    : t('Wall-clock times: used as they are stored, in no time zone')
}

function CalculatedFields({ column, completions, check, backend, onChange }: Props) {
  return (
    <>
      <TextField
        label={t('Column name')}
        value={column.column_name}
        onChange={(name) => onChange({ column_name: name })}
        isRequired
        maxLength={255}
      />
      <CheckedSql
        check={check}
        backend={backend}
        label={t('SQL expression')}
        value={column.expression ?? ''}
        onChange={(expression) => onChange({ expression })}
        maxLines={10}
        completions={completions}
        isRequired
      />
      <TextField
        label={t('Data type')}
        value={column.type ?? ''}
        onChange={(type) => onChange({ type: type || null })}
      />
    </>
  )
}

/** The text fields of a column; a calculated one also has name, expression and type. */
export function ColumnFields(props: Props) {
  const { column, onChange } = props
  return (
    <FormStack ariaLabel={column.column_name}>
      {isCalculated(column) && <CalculatedFields {...props} />}
      <TextField
        label={t('Label')}
        value={column.verbose_name ?? ''}
        onChange={(name) => onChange({ verbose_name: name || null })}
        maxLength={1024}
      />
      <TextField
        label={t('Description')}
        value={column.description ?? ''}
        onChange={(text) => onChange({ description: text || null })}
      />
      {column.is_dttm && <p className={styles['clock']}>{clockText(column)}</p>}
      {column.is_dttm && (
        <TextField
          label={t('Datetime format')}
          description={t('epoch_s, epoch_ms, or a pattern such as %Y-%m-%d for times kept as text')}
          value={column.python_date_format ?? ''}
          onChange={(format) => onChange({ python_date_format: format || null })}
        />
      )}
      <Select
        label={t('Advanced data type')}
        description={t('What the values of the column mean, such as a port or an IP address')}
        options={[{ value: '', label: t('None') }, ...advancedTypes.map(({ name }) => ({ value: name, label: name }))]}
        value={column.advanced_data_type ?? ''}
        onChange={(name) => onChange({ advanced_data_type: name || null })}
        isSearchable={false}
      />
      <CertificationFields extra={column.extra} onChange={(extra) => onChange({ extra })} />
    </FormStack>
  )
}
