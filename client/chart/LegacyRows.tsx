import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchLegacyData, type LegacyEntry } from '#calls/legacy-data.ts'
import { session } from '#client/session/session.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { withTimestamps } from '#core/query/stored-times.ts'
import type { Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { FullResultTable } from './FullResultTable.tsx'

/** Returns the legacy result as columns; null if its data are not rows. */
function inColumns(entry: LegacyEntry): ColumnarResult | null {
  if (!Array.isArray(entry.data)) return null
  const rows = entry.data as readonly Readonly<Record<string, Value>>[]
  return withTimestamps({
    ...entry,
    columns: entry.colnames.map((name) => rows.map((row) => row[name] ?? null)),
    rowcount: rows.length,
  })
}

function Rows({ form }: { readonly form: FormData }) {
  const rows = useQuery({
    queryKey: ['legacy-rows', form],
    queryFn: async ({ signal }) => {
      const { result } = await fetchLegacyData(form, { clientCache: session().flags.CLIENT_CACHE, rows: true, signal })
      return inColumns(result[0])
    },
  })
  if (rows.isError) return <ErrorPanel title={t('The rows could not be read')} text={rows.error.message} />
  if (rows.isPending) return <Skeleton shape="rows" label={t('Loading')} />
  if (!rows.data) return <EmptyState size="sm" title={t('This chart has no rows to show')} />
  return <FullResultTable answer={rows.data} label={t('this chart')} />
}

/** Shows the rows of a chart whose type cannot be drawn here. They are queried through the legacy endpoint. */
export function LegacyRows({ form }: { readonly form: FormData }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('View as table')}</Button>
      <Modal title={t('View as table')} isOpen={isOpen} onClose={() => setOpen(false)} size="gallery" isFullHeight>
        {isOpen && <Rows form={form} />}
      </Modal>
    </>
  )
}
