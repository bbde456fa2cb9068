import { localNumber } from '#core/format/locale.ts'
import { useEffect, useRef } from 'react'
import { exportFileUrl } from '#calls/sqllab.ts'
import { formatBytes } from '#core/format/bytes.ts'
import { formatTime } from '#core/format/time.ts'
import type { SqlExportJson } from '#core/rest/sqllab-export.ts'
import { t } from '#core/text/t.ts'
import { Progress } from '#ui/display/Progress.tsx'
import { Button } from '#ui/base/Button.tsx'
import { announce } from '#ui/base/announce.ts'
import styles from './SqlLab.module.css'
import { startDownload } from './start-download.ts'
import { isExportRunning } from './use-exports.ts'

function stateText({ state, file_name: name, rows, bytes, limited, error, ...rest }: SqlExportJson): string {
  const size = formatBytes(bytes)
  switch (state) {
    case 'pending':
      return t('%s waits to be exported', name)
    case 'running':
      return t('Exporting %s: %s rows, %s', name, localNumber.format(rows), size)
    case 'failed':
      return t('%s could not be exported: %s', name, error ?? '')
    default: {
      const until = formatTime('%Y-%m-%d %H:%M', rest.expires_on)
      return limited
        ? t('%s: limited to %s rows, %s, until %s UTC', name, localNumber.format(rows), size, until)
        : t('%s: %s rows, %s, until %s UTC', name, localNumber.format(rows), size, until)
    }
  }
}

function ExportRow({ item, onRemove }: { readonly item: SqlExportJson; readonly onRemove: () => void }) {
  const text = stateText(item)
  const isActive = isExportRunning(item)
  const wasActive = useRef(isActive)
  useEffect(() => {
    if (wasActive.current && !isActive) announce(text)
    wasActive.current = isActive
  }, [isActive, text])
  return (
    <li className={styles['export']} data-failed={item.state === 'failed' || undefined}>
      <span>{text}</span>
      {isActive && (
        <div className={styles['progress']}>
          <Progress label={text} value={item.rows > 0 ? item.rows / item.row_limit : undefined} />
        </div>
      )}
      {item.state === 'success' && item.other_server !== null && (
        <span>{t('The file is on another server: %s', item.other_server)}</span>
      )}
      {item.state === 'success' && item.other_server === null && (
        <Button size="sm" onPress={() => startDownload(exportFileUrl(item.id))}>
          {t('Download %s', item.file_name)}
        </Button>
      )}
      <Button isWrite size="sm" variant="quiet" onPress={onRemove}>
        {isActive ? t('Cancel the export') : item.state === 'success' ? t('Remove the file') : t('Dismiss')}
      </Button>
    </li>
  )
}

interface Props {
  readonly items: readonly SqlExportJson[]
  readonly onRemove: (id: string) => void
}

/** The exports of a statement: their progress, their files and their errors. */
export function ExportList({ items, onRemove }: Props) {
  if (items.length === 0) return null
  return (
    <ul className={styles['exports']} aria-label={t('Exports')}>
      {items.map((item) => (
        <ExportRow key={item.id} item={item} onRemove={() => onRemove(item.id)} />
      ))}
    </ul>
  )
}
