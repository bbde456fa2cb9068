import { t } from '#core/text/t.ts'
import { Stack } from '#ui/layout/Stack.tsx'
import { expressionCheck } from './check-sql.ts'
import { ColumnFields } from './ColumnFields.tsx'
import { ColumnFlags, ColumnHeaders } from './ColumnFlags.tsx'
import { type EditColumn, isCalculated } from './edit-draft.ts'
import { changeField, type DatasetTabProps, uniqueKey, removeField, savedColumnName } from './edit-tab.ts'
import { FieldList } from './FieldList.tsx'
import { FieldUsage } from './FieldUsage.tsx'

/** The calculated columns. */
export function CalculatedTab({ dataset, edit, onChange, completions }: DatasetTabProps) {
  const { columns } = edit
  const add = () => {
    const column: EditColumn = {
      key: uniqueKey(columns),
      column_name: t('new column'),
      expression: '',
      is_dttm: false,
      filterable: true,
      groupby: true,
    }
    onChange({ columns: [...columns, column] })
    return column.key
  }
  const set = (column: EditColumn, change: Partial<EditColumn>) =>
    onChange({ columns: changeField(columns, column.key, change) })
  return (
    <FieldList
      label={t('Calculated columns')}
      parts={columns.filter(isCalculated)}
      nameOf={(column) => column.column_name}
      empty={t('There are no calculated columns')}
      onRemove={(column) => onChange({ columns: removeField(columns, column.key) })}
      onAdd={add}
      heads={<ColumnHeaders />}
      summary={(column) => (
        <ColumnFlags
          column={column}
          isDefault={edit.main_dttm_col === column.column_name}
          onChange={(change) => set(column, change)}
          onDefault={(isDefault) => onChange({ main_dttm_col: isDefault ? column.column_name : null })}
        />
      )}
      details={(column) => (
        <Stack gap={3}>
          <ColumnFields
            column={column}
            completions={completions}
            check={expressionCheck({ dataset, edit }, 'columns')}
            backend={dataset.database?.backend}
            onChange={(change) => set(column, change)}
          />
          <FieldUsage datasetId={dataset.id} type="columns" name={savedColumnName(dataset, column)} />
        </Stack>
      )}
    />
  )
}
