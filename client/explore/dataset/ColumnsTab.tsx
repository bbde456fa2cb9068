import { useMutation } from '@tanstack/react-query'
import { sourceColumns } from '#calls/datasets.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { ColumnFields } from './ColumnFields.tsx'
import { ColumnFlags } from './ColumnFlags.tsx'
import { isCalculated, syncWithSource } from './edit-draft.ts'
import { changePart, type DatasetTabProps, removePart, savedColumnName } from './edit-tab.ts'
import { PartList } from './PartList.tsx'
import { PartUsage } from './PartUsage.tsx'

/** Takes the columns from the source as the editor has it now. */
function useSync({ dataset, edit, onChange }: DatasetTabProps) {
  return useMutation({
    mutationFn: () =>
      sourceColumns(dataset.id, { sql: edit.sql ?? '', table_name: edit.table_name, schema: edit.schema }),
    onSuccess: (found) => {
      const { columns, added, removed, modified } = syncWithSource(edit.columns, found)
      onChange({ columns })
      const said = [
        added.length > 0 && t('Added columns: %s', added.join(', ')),
        removed.length > 0 && t('Removed columns: %s', removed.join(', ')),
        modified.length > 0 && t('Modified columns: %s', modified.join(', ')),
      ].filter((text) => text !== false)
      toast.show({ text: said.length > 0 ? said.join('. ') : t('Columns are as the source has them'), tone: 'good' })
    },
    onError: (error) => toast.show({ text: error.message, tone: 'danger' }),
  })
}

/** The columns of the source. */
export function ColumnsTab(props: DatasetTabProps) {
  const { edit, onChange, completions } = props
  const sync = useSync(props)
  const { columns } = edit
  return (
    <PartList
      label={t('Columns')}
      parts={columns.filter((column) => !isCalculated(column))}
      nameOf={(column) => column.column_name}
      empty={t('There are no columns')}
      onRemove={(column) => onChange({ columns: removePart(columns, column.key) })}
      actions={
        <Button icon="refresh" isPending={sync.isPending} onPress={() => sync.mutate()}>
          {t('Sync columns from source')}
        </Button>
      }
      summary={(column) => (
        <ColumnFlags
          column={column}
          isDefault={edit.main_dttm_col === column.column_name}
          onChange={(change) => onChange({ columns: changePart(columns, column.key, change) })}
          onDefault={(isDefault) => onChange({ main_dttm_col: isDefault ? column.column_name : null })}
        />
      )}
      details={(column) => (
        <Stack gap={3}>
          <ColumnFields
            completions={completions}
            column={column}
            onChange={(change) => onChange({ columns: changePart(columns, column.key, change) })}
          />
          <PartUsage datasetId={props.dataset.id} type="columns" name={savedColumnName(props.dataset, column)} />
        </Stack>
      )}
    />
  )
}
