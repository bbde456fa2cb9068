import { downloadChartData, type FileFormat } from '#calls/chart-data.ts'
import { t } from '#core/text/t.ts'
import type { QueryContext } from '#core/query/query-object.ts'

const count = new Intl.NumberFormat('en-US')

/** How much has come, as people read it. */
function bytesText(bytes: number): string {
  if (bytes < 1000) return t('%s bytes', count.format(bytes))
  return bytes < 1_000_000 ? t('%s kB', count.format(Math.round(bytes / 1000))) : t('%s MB', (bytes / 1e6).toFixed(1))
}

/** How many rows a file holds, and whether a limit cut them. */
function rowsNote(rows: number | undefined, cappedAt: number | undefined): string | undefined {
  if (cappedAt !== undefined)
    return t('the first %s rows, which is the limit; there may be more', count.format(cappedAt))
  return rows === undefined ? undefined : t('all rows, %s', count.format(rows))
}

interface Hand {
  readonly signal: AbortSignal
  readonly tell: (progress: string) => void
}

/** The rows of a context as a file, telling on the way how much has come. */
export async function rowsFile(context: QueryContext, format: FileFormat, sliceId: number | undefined, hand: Hand) {
  const { content, rows, cappedAt } = await downloadChartData(context, format, {
    ...(sliceId === undefined ? {} : { sliceId }),
    signal: hand.signal,
    onBytes: (bytes) => hand.tell(bytesText(bytes)),
  })
  return { content, note: rowsNote(rows, cappedAt) }
}
