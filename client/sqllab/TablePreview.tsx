import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchPreviewRows, fetchSelectStar } from '#calls/sqllab.ts'
import { useTableRows } from '#client/chart/use-result-rows.ts'
import type { SqlResultJson } from '#core/rest/sqllab.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { resultDisplay, RowsTable } from './ResultGrid.tsx'
import { resultTable } from './result-table.ts'
import styles from './SqlLab.module.css'
import { newClientId } from './state/runner.ts'

/** The number of preview rows. */
const PREVIEW_ROWS = 50

interface Props {
  readonly table: string
  readonly databaseId: number
  readonly schema: string | null
  readonly onClose: () => void
}

function Rows({ table, result }: { readonly table: string; readonly result: SqlResultJson }) {
  const shown = useTableRows(
    useMemo(() => resultTable(result), [result]),
    '',
    resultDisplay,
  )
  if (shown.rows.length === 0) return <EmptyState title={t('The table has no rows')} />
  return <RowsTable label={t('Rows of %s', table)} shown={shown} types={result.columns.map(({ type }) => type)} />
}

/** The first rows of a table, limited to what the user may see. */
export function TablePreview({ table, databaseId, schema, onClose }: Props) {
  const preview = useQuery({
    queryKey: ['sqllab-preview', databaseId, schema, table],
    queryFn: async ({ signal }) => {
      const sql = await fetchSelectStar(databaseId, table, schema)
      return fetchPreviewRows({ databaseId, schema, sql, limit: PREVIEW_ROWS, clientId: newClientId() }, signal)
    },
    retry: false,
  })
  return (
    <Modal title={t('Preview of %s', table)} isOpen onClose={onClose} size="lg">
      <div className={styles['preview']}>
        {preview.isPending && <Skeleton shape="table" label={t('Loading the rows')} />}
        {preview.isError && <ErrorPanel title={t('The rows could not be read')} text={preview.error.message} />}
        {preview.data && <Rows table={table} result={preview.data} />}
      </div>
    </Modal>
  )
}
