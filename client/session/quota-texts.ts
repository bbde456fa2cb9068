import { localNumber } from '#core/format/locale.ts'
import type { QuotaMeasure } from '#core/rest/quota-measures.ts'
import { formatBytes } from '#core/format/bytes.ts'
import { t } from '#core/text/t.ts'

/** Returns the name of a measure. */
export function measureText(measure: QuotaMeasure): string {
  switch (measure) {
    case 'max_queries':
      return t('Queries at a time')
    case 'max_rows':
      return t('Rows of a result')
    case 'max_exports':
      return t('Exports per hour')
    case 'max_upload_bytes':
      return t('Uploads in 24 hours')
  }
}

/** Returns a value of a measure with its unit. */
export function quotaValueText(measure: QuotaMeasure, value: number): string {
  return measure === 'max_upload_bytes' ? formatBytes(value) : localNumber.format(value)
}
