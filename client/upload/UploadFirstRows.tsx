import { t } from '#core/text/t.ts'
import { Table } from '#ui/display/Table.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import type { ColumnEdit, EditedColumn } from './column-edits.ts'
import { UploadColumnHeader } from './UploadColumnHeader.tsx'
import styles from './UploadFirstRows.module.css'

interface Props {
  readonly columns: readonly EditedColumn[]
  /** The number of columns of the file; `columns` are the first of them. */
  readonly columnCount: number
  readonly rowCount: number
  readonly isLoading: boolean
  readonly onEdit: (source: string, change: ColumnEdit) => void
}

/** The first rows of a file as they will be loaded. The column headers open their settings. */
export function UploadFirstRows({ columns, columnCount, rowCount, isLoading, onEdit }: Props) {
  const rows = Array.from({ length: rowCount }, (_, index) => index)
  return (
    <Stack gap={1}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what has the focus */}
      <div className={styles['rows']} role="region" aria-label={t('Preview')} tabIndex={0}>
        <Table<number>
          label={t('First rows')}
          rows={rows}
          rowKey={String}
          isDense
          isLoading={isLoading}
          columns={columns.map((column) => ({
            id: column.source,
            title: `${column.name} · ${column.typeLabel}`,
            head: <UploadColumnHeader column={column} onEdit={(change) => onEdit(column.source, change)} />,
            cell: (row) => (
              <span className={classNames(styles['cell'], column.isExcluded && styles['excluded'])}>
                {column.cells[row] ?? '–'}
              </span>
            ),
          }))}
        />
      </div>
      {columnCount > columns.length && <span>{t('The first %s of %s columns', columns.length, columnCount)}</span>}
    </Stack>
  )
}
