import type { UploadPreview } from '#core/rest/upload.ts'

/** Whether a file has one plausible reading that loads all of it; otherwise it is shown before it is loaded. */
export function isPlain(found: UploadPreview): boolean {
  const { isEncodingSure, date_order, unsure, missing, report } = found
  if (found.sheets.length > 1) return false
  const { short, long, 'above-header': above } = report.counts
  const isComplete = short === 0 && long === 0 && above === 0 && report.rows > 0
  return isEncodingSure && date_order === null && unsure.length === 0 && missing.length === 0 && isComplete
}
