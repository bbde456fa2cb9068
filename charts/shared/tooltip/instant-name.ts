import { mayNamePeriod } from '#core/format/smart-date.ts'
import { timeFormatter } from '#core/format/time.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** The whole instant when the format is adaptive, to the microsecond: unlike on an axis, no neighbours tell the rest. */
export function instantName(epoch: number, format: string, grain: string | null): string {
  if (format !== 'smart_date') return timeFormatter(format)(epoch)
  if (grain && /^P\d*[MY]|^P3M/.test(grain) && mayNamePeriod(epoch, grain)) return timeFormatter(format, grain)(epoch)
  if (epoch % MINUTE !== 0) return timeFormatter('smart_date_detailed')(epoch)
  return timeFormatter(epoch % DAY === 0 ? '%a, %b %-d %Y' : '%a, %b %-d %Y, %H:%M')(epoch)
}
