import { splitFormat, withCurrency } from '#core/format/currency.ts'
import { axisFormatter } from '#core/format/axis.ts'
import { type NumberFormatter, numberFormatter } from '#core/format/number.ts'
import { ADAPTIVE_FORMAT, SMART_NUMBER } from '#core/format/number-formats.ts'

/** The lowest and highest value on an axis. */
export type TickRange = readonly [low: number, high: number]

/** Returns the smallest difference that the adaptive format can distinguish between numbers of this size. */
function distinctDigits(size: number): number {
  if (size >= 1000) return 10 ** (Math.floor(Math.log10(size)) - 2)
  return size >= 1 ? 0.01 : 0.0001
}

/**
 * Returns the formatter for an axis with about this many steps. If the adaptive format would label all ticks alike, the
 * numbers are written in full.
 */
export function tickFormatter(format: string, reach: TickRange | undefined, steps: number): NumberFormatter {
  const write = axisFormatter(format)
  const [low, high] = reach ?? [0, 0]
  const { pattern, currency } = splitFormat(format)
  if ((pattern !== SMART_NUMBER && pattern !== ADAPTIVE_FORMAT) || !(high > low)) return write
  const power = Math.floor(Math.log10((high - low) / steps))
  if (10 ** power >= distinctDigits(Math.max(Math.abs(low), Math.abs(high)))) return write
  const exact = numberFormatter(withCurrency(`,.${Math.min(20, Math.max(0, -power))}~f`, currency))
  return (value) => (value === 0 ? '0' : exact(value))
}
