import { format } from 'd3-format'

const large = format('.3~s')
const middle = format('.2~f')
const small = format('.4~f')
const powers = format('.2~e')

/**
 * Formats a number for an axis label: three significant digits and a prefix from 1000 on (B for 10^9), two decimals
 * below, four below 1, and prefixes again below 0.001. Trailing zeros are removed. Numbers beyond the prefixes use
 * powers of ten.
 */
export function formatSmart(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1e27 || size < 1e-24) return powers(value)
  if (size >= 1000) return large(value).replace('G', 'B')
  if (size >= 1) return middle(value)
  if (size >= 0.001) return small(value)
  return size > 0.000001 ? `${large(value * 1_000_000)}µ` : large(value)
}

/** Formats like `formatSmart` with a plus sign for positive numbers. */
export function formatSmartSigned(value: number): string {
  return value > 0 ? `+${formatSmart(value)}` : formatSmart(value)
}
