import type { DatabaseResponse } from '#calls/databases.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import type { UploadDialogState } from './use-upload-dialog.ts'

interface Props {
  readonly state: UploadDialogState
  readonly targets: readonly DatabaseResponse[]
  /** True if the file replaces the rows of a known table. */
  readonly isReplacement: boolean
}

/** The target of the file: the database if there are several, the table, and the sheet of a workbook. */
export function UploadTarget({ state, targets, isReplacement }: Props) {
  const { chosen, uploadSchema, preview, choose, loadIt } = state
  const sheets = preview.found?.sheets ?? []
  return (
    <Inline gap={3} align="end" isWrapping>
      {targets.length > 1 && (
        <Select<number>
          label={t('Database')}
          options={targets.map(({ id, database_name: label }) => ({ value: id, label }))}
          value={chosen.database?.id}
          onChange={chosen.setDatabaseId}
        />
      )}
      {!isReplacement && uploadSchema.schemas.length > 1 && (
        <Select<string>
          label={t('Schema')}
          options={uploadSchema.schemas.map((value) => ({ value, label: value }))}
          value={uploadSchema.schema}
          onChange={(schema) => choose({ schema })}
        />
      )}
      {!isReplacement && (
        <TextField label={t('Table name')} value={chosen.table} onChange={chosen.setTable} onEnter={loadIt} />
      )}
      {sheets.length > 1 && (
        <Select<string>
          label={t('Sheet')}
          options={sheets.map((value) => ({ value, label: value }))}
          value={chosen.choices.sheet ?? preview.found?.sheet ?? undefined}
          onChange={(sheet) => choose({ sheet })}
        />
      )}
    </Inline>
  )
}
