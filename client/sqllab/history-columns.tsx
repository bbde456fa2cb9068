import { localNumber } from '#core/format/locale.ts'
import type { QueryHistoryRow } from '#calls/sqllab.ts'
import { exactTimestampText } from '#client/session/timestamps.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import type { Tone } from '#ui/base/tone.ts'
import { Button } from '#ui/base/Button.tsx'
import { stateNames } from './history-filters.ts'
import { durationText } from './RunStatus.tsx'
import styles from './SqlLab.module.css'

const TONES: Readonly<Record<string, Tone>> = {
  success: 'good',
  failed: 'danger',
  timed_out: 'danger',
  stopped: 'warn',
}

/** Returns the beginning of SQL on one line. */
export const shortSql = (sql: string | null): string => (sql ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 200)

/** Returns the columns of a list of runs; a press on the SQL opens it. */
export function historyColumns(onOpen: (row: QueryHistoryRow) => void): readonly TableColumn<QueryHistoryRow>[] {
  return [
    {
      id: 'sql',
      title: t('SQL'),
      isSortable: true,
      cell: (row) => (
        <Button variant="quiet" size="sm" className={styles['sqlLine']} onPress={() => onOpen(row)}>
          {shortSql(row.sql) || t('[ no SQL ]')}
        </Button>
      ),
    },
    {
      id: 'status',
      title: t('Status'),
      width: 110,
      cell: ({ status }) => <Badge tone={TONES[status] ?? 'neutral'}>{stateNames()[status] ?? status}</Badge>,
    },
    {
      id: 'database.database_name',
      title: t('Database'),
      isSortable: true,
      width: 150,
      isWideOnly: true,
      cell: (row) => row.database?.database_name,
    },
    {
      id: 'rows',
      title: t('Rows'),
      isSortable: true,
      align: 'end',
      width: 90,
      isWideOnly: true,
      cell: ({ rows }) => (rows === null ? '' : localNumber.format(rows)),
    },
    {
      id: 'duration',
      title: t('Duration'),
      align: 'end',
      width: 100,
      isWideOnly: true,
      cell: ({ start_time: start, end_time: end }) => (start === null || end === null ? '' : durationText(end - start)),
    },
    {
      id: 'start_time',
      title: t('Started'),
      isSortable: true,
      width: 190,
      isQuiet: true,
      cell: ({ start_time: start }) => (start === null ? '' : exactTimestampText(start)),
    },
  ]
}
