import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './DetailDialog.module.css'
import { useDashboard } from '../state/store.ts'
import { readDetail } from '#calls/datasets.ts'
import { AnswerTable } from '#client/chart/AnswerTable.tsx'
import { RowPages } from '#client/chart/RowPages.tsx'
import { type PageSize, rowPage } from '#client/chart/row-pages.ts'
import { rowsFile } from '#client/chart/save-rows.ts'
import { download } from '#client/shell/downloads.ts'
import { fileName } from '#client/shell/save-file.ts'
import { detailQuery } from '#core/form/detail-query.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import { columnLabel, type QueryFilter, type QueryObject } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Chip } from '#ui/display/Chip.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Skeleton } from '#ui/display/Skeleton.tsx'
import { Button } from '#ui/input/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

/** Most rows a page or a file of details holds. */
const MOST = 1000
const MOST_IN_FILE = 50_000

interface Props {
  readonly title: string
  /** What the chart was asked with: its own form with what the dashboard adds. */
  readonly form: FormData
  /** What stands behind the marks that were picked. */
  readonly conditions: readonly QueryFilter[]
  readonly onClose: () => void
}

function textOf({ col, op, val }: QueryFilter): string {
  const values = Array.isArray(val) ? val.map((each) => each ?? '<NULL>').join(', ') : (val ?? '')
  return `${columnLabel(col)} ${op === 'IN' ? '=' : op} ${String(values)}`.trim()
}

/** What the rows are narrowed to beside the filters of the dashboard. */
function Conditions({
  of,
  onChange,
}: {
  of: readonly QueryFilter[]
  onChange: (next: readonly QueryFilter[]) => void
}) {
  if (of.length === 0) return null
  return (
    <div className={styles['conditions']}>
      {of.map((each, at) => (
        <Chip
          key={textOf(each)}
          removeLabel={t('Remove the condition %s', textOf(each))}
          onRemove={() => onChange(of.toSpliced(at, 1))}
        >
          {textOf(each)}
        </Chip>
      ))}
    </div>
  )
}

/** Saves as many rows as a file may hold. */
function saveRows(datasetId: number, query: QueryObject, title: string): void {
  const context = { datasource: { id: datasetId, type: 'table' }, result_type: 'drill_detail' as const }
  const file = { ...context, queries: [{ ...query, row_limit: MOST_IN_FILE }] }
  void download(fileName(title, 'csv'), (hand) => rowsFile(file, 'csv', undefined, hand))
}

/** The rows behind a chart, page by page; each condition of a mark can be taken away. */
export function DetailDialog({ title, form, conditions, onClose }: Props) {
  const canDownload = useDashboard(({ info }) => info.superset_can_csv)
  const [kept, keep] = useState(conditions)
  const [place, setPlace] = useState<{ page: number; size: PageSize }>({ page: 0, size: 50 })
  const datasetId = parseDatasource(form.datasource)?.id ?? 0
  const query = detailQuery(form, kept)
  const size = place.size === 0 ? MOST : place.size
  const { data, error, isFetching, isPending } = useQuery({
    queryKey: ['detail', datasetId, query, place.page, size],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readDetail(datasetId, query, { page: place.page, size, signal }),
  })
  const total = data?.total ?? 0
  const foot = (
    <>
      {total > 0 && (
        <RowPages
          shown={rowPage(place.page, place.size, place.size === 0 ? Math.min(total, MOST) : total)}
          size={place.size}
          count={total}
          onPage={(page) => setPlace({ ...place, page })}
          onSize={(next) => setPlace({ page: 0, size: next })}
        />
      )}
      {canDownload && (
        <Button icon="download" isDisabled={total === 0} onPress={() => saveRows(datasetId, query, title)}>
          {t('Download CSV')}
        </Button>
      )}
    </>
  )
  const narrow = (next: readonly QueryFilter[]) => {
    keep(next)
    setPlace({ ...place, page: 0 })
  }
  return (
    <Modal title={t('Drill to detail: %s', title)} isOpen onClose={onClose} size="gallery" isFullHeight footer={foot}>
      <div className={styles['detail']} aria-busy={isFetching || undefined}>
        <Conditions of={kept} onChange={narrow} />
        {error && <Banner tone="danger">{error.message}</Banner>}
        {isPending && !error && <Skeleton shape="rows" label={t('Loading the rows')} />}
        {data && total === 0 && <EmptyState title={t('No rows were found')} />}
        {data && total > 0 && <AnswerTable answer={data.entry} label={t('Rows behind %s', title)} />}
      </div>
    </Modal>
  )
}
