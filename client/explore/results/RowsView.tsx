import { useState } from 'react'
import { pasteText, shownRows } from '#client/chart/result-rows.ts'
import { ResultTable } from '#client/chart/ResultTable.tsx'
import { sayCannotCopy } from '#client/shell/copy-link.ts'
import { type ColumnsEntry, toTable } from '#core/query/result.ts'
import { t, tn } from '#core/text/t.ts'
import { copyText } from '#ui/display/clipboard.ts'
import { IconButton } from '#ui/input/IconButton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useExplore } from '../state/store.ts'
import { type Rows, useDownload } from '../use-download.ts'
import styles from './ResultsPane.module.css'

const number = new Intl.NumberFormat('en-US')

interface Props {
  readonly answer: ColumnsEntry
  readonly rows: Rows
}

/** Rows that are searched, copied and downloaded. */
export function RowsView({ answer, rows }: Props) {
  const [find, setFind] = useState('')
  const canDownload = useExplore((state) => state.can_download)
  const download = useDownload()
  const copy = () => {
    const table = toTable(answer)
    const chosen = shownRows(table, find, undefined)
    copyText(pasteText(table, chosen)).then(
      () => toast.show({ text: tn('%s row copied', '%s rows copied', chosen.length, number.format(chosen.length)) }),
      sayCannotCopy,
    )
  }
  return (
    <div className={styles['rows']}>
      <div className={styles['tools']}>
        <SearchField label={t('Search the rows')} placeholder={t('Search')} size="sm" value={find} onChange={setFind} />
        <span className={styles['count']}>
          {tn('%s row', '%s rows', answer.rowcount, number.format(answer.rowcount))}
        </span>
        <IconButton icon="copy" size="sm" label={t('Copy to clipboard')} onPress={copy} />
        {canDownload && (
          <IconButton icon="download" size="sm" label={t('Download as CSV')} onPress={() => download(rows, 'csv')} />
        )}
      </div>
      <div className={styles['table']}>
        <ResultTable answer={answer} label={rows === 'samples' ? t('the samples') : t('the results')} find={find} />
      </div>
    </div>
  )
}
