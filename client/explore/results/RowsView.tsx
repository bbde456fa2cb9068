import { localNumber } from '#core/format/locale.ts'
import { rowLimitText } from '#client/chart/row-count.ts'
import { useMemo, useState } from 'react'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { rawRowsDisplay, resultDisplay } from '#client/chart/result-display.ts'
import { clipboardText } from '#client/chart/result-rows.ts'
import { ResultTable } from '#client/chart/ResultTable.tsx'
import { useResultRows } from '#client/chart/use-result-rows.ts'
import { reportCopyFailure } from '#client/shell/copy-link.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { t, tn } from '#core/text/t.ts'
import { copyText } from '#ui/display/clipboard.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { chartIdOf, useExplore } from '../state/store.ts'
import type { ExportedRows } from '#client/chart/file-context.ts'
import { useDownload } from './use-download.ts'
import styles from './ResultsPane.module.css'

interface Props {
  readonly answer: ColumnarResult
  readonly rows: ExportedRows
}

/** Rows with search, copy and download. */
export function RowsView({ answer, rows }: Props) {
  const [find, setFind] = useState('')
  const canDownload = useExplore((state) => state.can_download)
  const download = useDownload()
  const form = useExplore((state) => state.charts[chartIdOf(state)]?.sliceFormData)
  const dataset = useExplore((state) => state.dataset)
  const look = useMemo(() => {
    const details = datasetDisplayOf(dataset)
    return rows === 'results' && form ? resultDisplay(form, details) : rawRowsDisplay(details)
  }, [rows, form, dataset])
  const shown = useResultRows(answer, find, look)
  const found = shown.rows.length
  const count = localNumber.format(answer.rowcount)
  const capped = rows === 'results' ? rowLimitText(answer) : undefined
  const all = capped ?? tn('%s row', '%s rows', answer.rowcount, count)
  const copy = () => {
    copyText(clipboardText(shown.table, shown.rows, shown.title)).then(
      () => toast.show({ text: tn('%s row copied', '%s rows copied', found, localNumber.format(found)) }),
      reportCopyFailure,
    )
  }
  return (
    <div className={styles['rows']}>
      <div className={styles['tools']}>
        <SearchField label={t('Search the rows')} placeholder={t('Search')} size="sm" value={find} onChange={setFind} />
        <span className={styles['count']}>
          {found === shown.table.rowCount ? all : t('%s of %s', localNumber.format(found), all)}
        </span>
        <IconButton icon="copy" size="sm" label={t('Copy to clipboard')} onPress={copy} />
        {canDownload && (
          <IconButton icon="download" size="sm" label={t('Download as CSV')} onPress={() => download(rows, 'csv')} />
        )}
      </div>
      <div className={styles['table']}>
        <ResultTable of={shown} label={rows === 'samples' ? t('the samples') : t('the results')} />
      </div>
    </div>
  )
}
