import { decimalText, localNumber } from '#core/format/locale.ts'
import { downloadChartData, type FileFormat } from '#calls/chart-data.ts'
import { t } from '#core/text/t.ts'
import type { QueryContext } from '#core/query/query-object.ts'

/** Returns the downloaded size as readable text. */
function bytesText(bytes: number): string {
  if (bytes < 1000) return t('%s bytes', localNumber.format(bytes))
  return bytes < 1_000_000
    ? t('%s kB', localNumber.format(Math.round(bytes / 1000)))
    : t('%s MB', decimalText((bytes / 1e6).toFixed(1)))
}

/** Returns a text with the row count of a file, and the limit if it was reached. */
function rowsNote(rows: number | undefined, cappedAt: number | undefined): string | undefined {
  if (cappedAt !== undefined)
    return t('the first %s rows, which is the limit; there may be more', localNumber.format(cappedAt))
  return rows === undefined ? undefined : t('all rows, %s', localNumber.format(rows))
}

interface Hand {
  readonly signal: AbortSignal
  readonly tell: (progress: string) => void
}

/** Downloads the rows of a context as a file and reports the downloaded size while it runs. */
export async function rowsFile(context: QueryContext, format: FileFormat, sliceId: number | undefined, hand: Hand) {
  const { content, rows, cappedAt } = await downloadChartData(context, format, {
    ...(sliceId === undefined ? {} : { sliceId }),
    signal: hand.signal,
    onBytes: (bytes) => hand.tell(bytesText(bytes)),
  })
  return { content, note: rowsNote(rows, cappedAt) }
}
