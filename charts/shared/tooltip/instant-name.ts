import { mayNamePeriod } from '#core/format/smart-date.ts'
import { timeFormatter } from '#core/format/time.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * Formats an instant. The adaptive format shows it in full, to the microsecond: unlike on an axis, there are no
 * neighbors for context.
 */
export function instantName(epoch: number, format: string, grain: string | null): string {
  if (format !== 'smart_date') return timeFormatter(format)(epoch)
  if (grain && /^P\d*[MY]|^P3M/.test(grain) && mayNamePeriod(epoch, grain)) return timeFormatter(format, grain)(epoch)
  if (epoch % MINUTE !== 0) return timeFormatter('smart_date_detailed')(epoch)
  return timeFormatter(epoch % DAY === 0 ? '%a, %b %-d %Y' : '%a, %b %-d %Y, %H:%M')(epoch)
}
