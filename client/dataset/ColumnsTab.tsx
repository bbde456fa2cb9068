import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchSourceColumns } from '#calls/datasets.ts'
import { ColumnMasksDialog } from '#client/access/ColumnMasksDialog.tsx'
import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { ColumnChanges } from './ColumnChanges.tsx'
import { ColumnFields } from './ColumnFields.tsx'
import { ColumnFlags, ColumnHeaders } from './ColumnFlags.tsx'
import { type EditColumn, isCalculated, renamedEdit, type SyncResult, syncWithSource } from './edit-draft.ts'
import { changeField, type DatasetTabProps, removeField, savedColumnName } from './edit-tab.ts'
import { FieldList } from './FieldList.tsx'
import { FieldBadges } from './FieldBadges.tsx'
import { FieldUsage } from './FieldUsage.tsx'

/** The result of syncing columns from the source, and the previous columns. */
interface SyncState {
  readonly synced: SyncResult
  readonly before: readonly EditColumn[]
}

/** Syncs the columns from the source as currently edited. */
function useSync({ dataset, edit, onChange }: DatasetTabProps) {
  const [state, setState] = useState<SyncState>()
  const sync = useMutation({
    mutationFn: () =>
      fetchSourceColumns(dataset.id, { sql: edit.sql ?? '', table_name: edit.table_name, schema: edit.schema }),
    onSuccess: (found) => {
      const synced = syncWithSource(edit.columns, found)
      onChange({ columns: synced.columns })
      const isSame = synced.added.length + synced.removed.length + synced.modified.length === 0
      setState(isSame ? undefined : { synced, before: edit.columns })
      if (isSame) toast.show({ text: t('Columns are as the source has them'), tone: 'good' })
    },
    onError: (error) => toast.show({ text: error.message, tone: 'danger' }),
  })
  return { sync, state, clear: () => setState(undefined) }
}

/** The column changes after a sync from the source. */
function Changes({ props, state, onDone }: { props: DatasetTabProps; state: SyncState; onDone: () => void }) {
  const { dataset, edit, onChange, onReload } = props
  return (
    <ColumnChanges
      datasetId={dataset.id}
      changes={state.synced}
      isSourceChanged={
        edit.sql !== (dataset.sql || null) ||
        edit.table_name !== dataset.table_name ||
        edit.schema !== (dataset.schema ?? '')
      }
      onRenamed={(renamed) => {
        onChange({ columns: renamedEdit(edit.columns, state.before, renamed) })
        onDone()
        onReload()
      }}
      onUndone={onReload}
    />
  )
}

/** A button for the masks of the columns, for users who may write row-level security. */
function ColumnMasks({ dataset }: DatasetTabProps) {
  const [isOpen, setOpen] = useState(false)
  if (!hasPermission(session().user, 'can_write', 'RowLevelSecurity')) return null
  // Masks are of saved columns.
  const columns = (dataset.columns ?? []).filter(({ expression }) => !expression).map(({ column_name }) => column_name)
  return (
    <>
      <Button icon="eye-off" onPress={() => setOpen(true)}>
        {t('Column masks')}
      </Button>
      {isOpen && (
        <ColumnMasksDialog
          dataset={{ id: dataset.id, name: dataset.table_name }}
          columns={columns}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** The columns of the source. */
export function ColumnsTab(props: DatasetTabProps) {
  const { edit, onChange, completions } = props
  const { sync, state, clear } = useSync(props)
  const { columns } = edit
  const list = (
    <FieldList
      label={t('Columns')}
      parts={columns.filter((column) => !isCalculated(column))}
      nameOf={(column) => column.column_name}
      empty={t('There are no columns')}
      heads={<ColumnHeaders />}
      onRemove={(column) => onChange({ columns: removeField(columns, column.key) })}
      actions={
        <>
          <Button icon="refresh" isPending={sync.isPending} onPress={() => sync.mutate()}>
            {t('Sync columns from source')}
          </Button>
          <ColumnMasks {...props} />
        </>
      }
      summary={(column) => (
        <>
          <FieldBadges part={column} />
          <ColumnFlags
            column={column}
            isDefault={edit.main_dttm_col === column.column_name}
            onChange={(change) => onChange({ columns: changeField(columns, column.key, change) })}
            onDefault={(isDefault) => onChange({ main_dttm_col: isDefault ? column.column_name : null })}
          />
        </>
      )}
      details={(column) => (
        <Stack gap={3}>
          <ColumnFields
            completions={completions}
            column={column}
            backend={props.dataset.database?.backend}
            onChange={(change) => onChange({ columns: changeField(columns, column.key, change) })}
          />
          <FieldUsage datasetId={props.dataset.id} type="columns" name={savedColumnName(props.dataset, column)} />
        </Stack>
      )}
    />
  )
  return (
    <Stack gap={3}>
      {state && <Changes props={props} state={state} onDone={clear} />}
      {list}
    </Stack>
  )
}
