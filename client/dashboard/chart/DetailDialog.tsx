import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import styles from './DetailDialog.module.css'
import { useDashboard } from '../state/store.ts'
import { fetchDetail } from '#calls/datasets.ts'
import { FullResultTable } from '#client/chart/FullResultTable.tsx'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { rawRowsDisplay } from '#client/chart/result-display.ts'
import { RowPages } from '#charts/RowPages.tsx'
import { PAGE_SIZES, type PageSize, rowPage } from '#charts/row-pages.ts'
import { rowsFile } from '#client/chart/save-rows.ts'
import { download } from '#client/shell/downloads.ts'
import { fileName } from '#client/shell/save-file.ts'
import { detailQuery } from '#core/form/detail-query.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import { columnLabel, type QueryFilter, type QueryObject } from '#core/query/query-object.ts'
import { isTime } from '#core/query/column-profile.ts'
import type { Value } from '#core/table/table.ts'
import { timeFormatter } from '#core/format/time.ts'
import { t } from '#core/text/t.ts'
import { timestampLiteral } from '#core/time/timestamp-literal.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Chip } from '#ui/display/Chip.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

/** The maximum number of rows in a page or file of details. */
const MAX_ENTRIES = 1000
const MAX_DOWNLOAD_ROWS = 50_000

interface Props {
  readonly title: string
  /** The form of the chart's query: its own form data merged with the dashboard filters. */
  readonly form: FormData
  /** The filter conditions of the selected marks. */
  readonly conditions: readonly QueryFilter[]
  readonly onClose: () => void
}

/** Returns the labels of the columns of a dataset, and which of them hold timestamps. */
function useColumns(datasetId: number) {
  const dataset = useDashboard((state) => state.datasets[datasetId])
  return useMemo(() => {
    const times = new Set((dataset?.columns ?? []).filter(isTime).map(({ column_name }) => column_name))
    const display = rawRowsDisplay(datasetDisplayOf(dataset))
    return { title: display.title, look: display, isTime: (name: string) => times.has(name) }
  }, [dataset])
}

type Columns = ReturnType<typeof useColumns>

function textOf({ col, op, val, grain }: QueryFilter, { title, isTime: holdsTime }: Columns): string {
  const name = columnLabel(col)
  const timestampAsText = (each: number) => (grain ? timeFormatter('smart_date', grain)(each) : timestampLiteral(each))
  const valueText = (each: Value | undefined) =>
    (holdsTime(name) && typeof each === 'number' ? timestampAsText(each) : undefined) ?? String(each ?? '<NULL>')
  const values = val === undefined ? '' : [val].flat().map(valueText).join(', ')
  return `${title(name)} ${op === 'IN' ? '=' : op} ${values}`.trim()
}

/** The conditions on the rows in addition to the dashboard filters. */
function Conditions({ of, columns, onChange }: ConditionsProps) {
  if (of.length === 0) return null
  return (
    <div className={styles['conditions']}>
      {of
        .map((each) => textOf(each, columns))
        .map((text, index) => (
          <Chip
            key={text}
            removeLabel={t('Remove the condition %s', text)}
            onRemove={() => onChange(of.toSpliced(index, 1))}
          >
            {text}
          </Chip>
        ))}
    </div>
  )
}

interface ConditionsProps {
  readonly of: readonly QueryFilter[]
  readonly columns: Columns
  readonly onChange: (next: readonly QueryFilter[]) => void
}

/** Saves the rows to a file, up to the row limit of files. */
function saveRows(datasetId: number, query: QueryObject, title: string): void {
  const context = { datasource: { id: datasetId, type: 'table' }, result_type: 'drill_detail' as const }
  const file = { ...context, queries: [{ ...query, row_limit: MAX_DOWNLOAD_ROWS }] }
  void download(fileName(title, 'csv'), (hand) => rowsFile(file, 'csv', undefined, hand))
}

/** The rows behind a chart, in pages. Each condition of the selected mark can be removed. */
export function DetailDialog({ title, form, conditions, onClose }: Props) {
  const canDownload = useDashboard(({ info }) => info.superset_can_csv)
  const [stored, keep] = useState(conditions)
  const [paging, setPaging] = useState<{ page: number; size: PageSize }>({ page: 0, size: 50 })
  const datasetId = parseDatasource(form.datasource)?.id ?? 0
  const query = detailQuery(form, stored)
  const size = paging.size === 0 ? MAX_ENTRIES : paging.size
  const { data, error, isFetching, isPending } = useQuery({
    queryKey: ['detail', datasetId, query, paging.page, size],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchDetail(datasetId, query, { page: paging.page, size, signal }),
  })
  const total = data?.total ?? 0
  const columns = useColumns(datasetId)
  const foot = canDownload && (
    <Button icon="download" isDisabled={total === 0} onPress={() => saveRows(datasetId, query, title)}>
      {t('Download CSV')}
    </Button>
  )
  const narrow = (next: readonly QueryFilter[]) => {
    keep(next)
    setPaging({ ...paging, page: 0 })
  }
  return (
    <Modal
      title={t('Drill to detail: %s', title)}
      isOpen
      onClose={onClose}
      size="gallery"
      isFullHeight
      {...(foot ? { footer: foot } : {})}
    >
      <div className={styles['detail']} aria-busy={isFetching || undefined}>
        <Conditions of={stored} columns={columns} onChange={narrow} />
        {error && <Banner tone="danger">{error.message}</Banner>}
        {isPending && !error && <Skeleton shape="rows" label={t('Loading the rows')} />}
        {data && total === 0 && <EmptyState title={t('No rows were found')} />}
        {data && total > 0 && (
          <>
            <div className={styles['rows']}>
              <FullResultTable answer={data.entry} label={t('the data behind %s', title)} look={columns.look} />
            </div>
            <RowPages
              shown={rowPage(paging.page, paging.size, paging.size === 0 ? Math.min(total, MAX_ENTRIES) : total)}
              size={paging.size}
              sizes={PAGE_SIZES}
              count={total}
              onPage={(page) => setPaging({ ...paging, page })}
              onSize={(next) => setPaging({ page: 0, size: next })}
            />
          </>
        )}
      </div>
    </Modal>
  )
}
