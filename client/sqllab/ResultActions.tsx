import { useState } from 'react'
import { type ExportFormat, exportUrl, exportFormats } from '#calls/sqllab.ts'
import { session } from '#client/session/session.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { hasPermission } from '#core/access/ability.ts'
import { type SqlExportFormat, sqlExportFormats } from '#core/rest/sql-export-formats.ts'
import type { QueryStateJson, StatementState } from '#core/rest/sqllab.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { useNavigateTo } from '#ui/layout/navigate-to.ts'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { toast } from '#ui/overlay/toast.ts'
import { createSqlDataset, suggestedDatasetName } from './sql-dataset.ts'
import { SaveDatasetDialog } from './SaveDatasetDialog.tsx'
import { startDownload } from './start-download.ts'
import type { TabSummary } from './state/store.ts'

const formatNames: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  parquet: 'Parquet',
  json: 'JSON',
}

const allRowsNames: Readonly<Record<SqlExportFormat, string>> = { ...formatNames, ndjson: 'NDJSON' }

/** Menu items that download the loaded rows and, if a limit cut them, export all rows. */
function downloadItems(
  { id }: QueryStateJson,
  { index, limited }: StatementState,
  onExport: (format: SqlExportFormat) => void,
): readonly MenuEntry[] {
  const loaded = exportFormats.map((format) => ({
    id: format,
    label: formatNames[format],
    onAction: () => startDownload(exportUrl(id, format, index)),
  }))
  if (!limited) return loaded
  return [
    { kind: 'heading', id: 'loaded', label: t('Loaded rows') },
    ...loaded,
    { kind: 'heading', id: 'all', label: t('All rows, in the background') },
    ...sqlExportFormats.map((format) => ({
      id: `all-${format}`,
      label: t('All rows as %s', allRowsNames[format]),
      isWrite: true,
      onAction: () => onExport(format),
    })),
  ]
}

interface Props {
  readonly tab: TabSummary
  readonly query: QueryStateJson
  readonly statement: StatementState
  readonly onExport: (format: SqlExportFormat) => void
}

/** Actions on the rows of a statement: create a file, a chart, a dataset. */
export function ResultActions({ tab, query, statement, onExport }: Props) {
  const go = useNavigateTo()
  const [isSaving, setSaving] = useState(false)
  const { user } = session()
  const mayWrite = hasPermission(user, 'can_write', 'Dataset')
  const of = { databaseId: query.dbId, schema: query.schema }
  const chart = useSingleMutation({
    mutationFn: () =>
      createSqlDataset(of, suggestedDatasetName(tab.label, new Date()), statement.sql, { isTemporary: true }),
    onSuccess: (id) => go(`/explore?dataset_id=${id}`),
    onError: (error) =>
      toast.show({ text: t('An error occurred while creating %ss: %s', t('dataset'), error.message), tone: 'danger' }),
  })
  return (
    <>
      {hasPermission(user, 'can_export_csv', 'SQLLab') && (
        <Menu
          label={t('Download')}
          trigger={<IconButton icon="download" size="sm" label={t('Download the rows')} />}
          items={downloadItems(query, statement, onExport)}
        />
      )}
      {mayWrite && (
        <>
          <Button
            isWrite
            size="sm"
            icon="chart"
            isIconOnNarrow
            isPending={chart.isPending}
            onPress={() => chart.mutate()}
          >
            {t('Create chart')}
          </Button>
          <Button isWrite size="sm" icon="database" isIconOnNarrow onPress={() => setSaving(true)}>
            {t('Save as dataset')}
          </Button>
        </>
      )}
      {isSaving && <SaveDatasetDialog label={tab.label} of={of} sql={statement.sql} onClose={() => setSaving(false)} />}
    </>
  )
}
