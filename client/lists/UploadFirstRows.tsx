import type { PreviewColumn, UploadPreview } from '#core/rest/upload.ts'
import { t } from '#core/text/t.ts'
import { Table } from '#ui/display/Table.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import styles from './UploadFirstRows.module.css'

function typeWords(type: string): string {
  if (/INT/.test(type)) return t('whole number')
  if (/^(DOUBLE|FLOAT|DECIMAL|REAL)/.test(type)) return t('number')
  if (type === 'DATE') return t('date')
  if (type.startsWith('TIMESTAMP')) return t('date and time')
  if (type.startsWith('TIME')) return t('time of day')
  return type === 'BOOLEAN' ? t('yes or no') : t('text')
}

type Cells = readonly (string | null)[]

/** The first rows of a file as they will be loaded. */
export function UploadFirstRows({ found, isLoading }: { readonly found: UploadPreview; readonly isLoading: boolean }) {
  const { columns, rows, column_count: count } = found
  const head = ({ name, type }: PreviewColumn) => `${name} · ${typeWords(type)}`
  const numbered = rows.map((cells, index) => ({ cells, key: String(index) }))
  return (
    <Stack gap={1}>
      <Table<{ readonly cells: Cells; readonly key: string }>
        label={t('First rows')}
        rows={numbered}
        rowKey={({ key }) => key}
        isDense
        isLoading={isLoading}
        columns={columns.map((column, at) => ({
          id: String(at),
          title: head(column),
          cell: ({ cells }) => <span className={styles['cell']}>{cells[at] ?? '–'}</span>,
        }))}
      />
      {count > columns.length && <span>{t('The first %s of %s columns', columns.length, count)}</span>}
    </Stack>
  )
}
