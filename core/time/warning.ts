import { t } from '#core/text/t.ts'
import { isTimeError } from './time-error.ts'
import { parseTimeRange } from './parse-time-range.ts'

/**
 * True if a text is given as a time range but is not one. As in Superset, queries then have an open start and end at
 * the anchor. An empty text means no range.
 */
export function isIgnoredRange(text: string | null | undefined): boolean {
  if (!text?.trim()) return false
  const range = parseTimeRange(text)
  return !isTimeError(range) && range.kind === 'ignored'
}

/** Returns a warning about a valid time range with a surprising effect; otherwise undefined. */
export function rangeWarning(text: string): string | undefined {
  if (isIgnoredRange(text))
    return t('"%s" is not understood as a time range: it is ignored, and the data end today.', text.trim())
  const range = parseTimeRange(text)
  const until = isTimeError(range) || range.kind !== 'between' ? null : range.until
  const isLastDay = until?.kind === 'lastday' || (until?.kind === 'edge' && until.edge === 'end')
  return isLastDay ? t('The end is exclusive: its last day is not included.') : undefined
}
