import { t } from '#core/text/t.ts'
import { readEnglish } from './relative-date.ts'
import { type TextRange, type TimeError, timeError } from './time-error.ts'
import { readDateText } from './date-text.ts'
import type { Clock, LocalDateTime } from './clock.ts'
import { withinSupportedDates } from './time-bounds.ts'
import { countUnits, readUnit } from './unit.ts'
import { Temporal } from 'temporal-polyfill'

const COUNT_AND_UNIT = /^(\d+)\s+(\w+)$/

/** Reads a date in digits or words. `span` is the position of the text in the range, for the error. */
export function parseDateText(text: string, span: TextRange, clock: Clock): LocalDateTime | TimeError {
  const amount = COUNT_AND_UNIT.exec(text.trim())
  const unit = amount && readUnit(amount[2] ?? '')
  if (amount && unit) return ambiguousUnitError(countUnits(Number(amount[1]), unit), span)
  const read = withinSupportedDates(
    span,
    () => readDateText(text, clock) ?? readEnglish(text, clock) ?? readFree(text, clock),
  )
  if (read) return read
  return timeError(t('Cannot parse time string [%s]', text), span)
}

function ambiguousUnitError(count: string, span: TextRange): TimeError {
  const message = t('Time string is ambiguous. Please specify [%s ago] or [%s later].', count, count)
  return timeError(message, span, `${count} ago`)
}

function readFree(text: string, clock: Clock): LocalDateTime | undefined {
  const iso = clock.options.freeText?.(text, clock.now.toString())
  return iso === undefined
    ? undefined
    : Temporal.PlainDateTime.from(iso).round({ smallestUnit: 'second', roundingMode: 'floor' })
}
