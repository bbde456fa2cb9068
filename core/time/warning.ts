import { t } from '#core/text/t.ts'
import { isFault } from './fault.ts'
import { parseTimeRange } from './parse.ts'

/**
 * Whether a text that stands for a time range is none. Queries follow the reference with it: the start is open, and the
 * end is the anchor. An empty text asks for no range.
 */
export function isIgnoredRange(text: string | null | undefined): boolean {
  if (!text?.trim()) return false
  const range = parseTimeRange(text)
  return !isFault(range) && range.kind === 'ignored'
}

/** What is surprising about a time range that can be applied; undefined where nothing is. */
export function rangeWarning(text: string): string | undefined {
  if (isIgnoredRange(text))
    return t('"%s" is not understood as a time range: it is ignored, and the data end today.', text.trim())
  const range = parseTimeRange(text)
  const until = isFault(range) || range.kind !== 'between' ? null : range.until
  const isLastDay = until?.kind === 'lastday' || (until?.kind === 'edge' && until.edge === 'end')
  return isLastDay ? t('The end is exclusive: its last day is not included.') : undefined
}
