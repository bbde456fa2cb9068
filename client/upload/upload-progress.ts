import { localNumber } from '#core/format/locale.ts'
import { formatBytes } from '#core/format/bytes.ts'
import type { RunningUpload } from '#core/rest/upload.ts'
import { t } from '#core/text/t.ts'

/** Milliseconds between two polls of uploads in progress. */
export const UPLOAD_POLL_MS = 1000
/** The query of the user's uploads. */
export const RUNNING_UPLOADS_KEY = ['running uploads'] as const

/** True if an upload has not ended. */
export const isRunningUpload = ({ state }: RunningUpload): boolean => state === 'receiving' || state === 'running'

const formatGrouped = (rows: number): string => localNumber.format(rows)

/** Returns the progress of an upload as text; undefined if it is unknown. */
export function uploadProgress(upload: RunningUpload): string | undefined {
  const { state, received_bytes: received, total_bytes: bytes, rows, total_rows: total } = upload
  if (state === 'receiving') {
    if (received === null) return undefined
    return bytes === null
      ? t('%s received', formatBytes(received))
      : t('%s of %s received', formatBytes(received), formatBytes(bytes))
  }
  if (rows === null) return undefined
  return total === null
    ? t('%s rows read', formatGrouped(rows))
    : t('%s of %s rows stored', formatGrouped(rows), formatGrouped(total))
}

/** Returns the completed share of the current step of an upload, from 0 to 1; undefined if it is unknown. */
export function uploadShare(upload: RunningUpload): number | undefined {
  const { state, received_bytes: received, total_bytes: bytes, rows, total_rows: total } = upload
  const [done, all] = state === 'receiving' ? [received, bytes] : [rows, total]
  return done === null || all === null ? undefined : Math.min(1, done / Math.max(all, 1))
}
