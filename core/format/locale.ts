import { formatLocale } from '#core/text/format-locale.ts'

/** How a locale separates the digits of numbers. */
export interface NumberSymbols {
  readonly decimal: string
  readonly group: string
  /** Digits of each group, from the decimal separator to the left; the last size repeats. */
  readonly sizes: readonly number[]
}

const symbolsOf = new Map<string, NumberSymbols>()

/** Returns the number symbols of a BCP 47 tag. */
export function numberSymbols(tag: string): NumberSymbols {
  const cached = symbolsOf.get(tag)
  if (cached) return cached
  const parts = groupedFormat(tag).formatToParts(1_234_567_890.5)
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const groups = parts.filter((part) => part.type === 'integer').map((part) => part.value.length)
  const symbols = { decimal: valueOf('decimal'), group: valueOf('group'), sizes: groups.slice(1).toReversed() }
  symbolsOf.set(tag, symbols)
  return symbols
}

/** Separates the groups of a text of digits. */
export function groupDigits(digits: string, { group, sizes }: NumberSymbols): string {
  const groups: string[] = []
  let end = digits.length
  for (let index = 0; end > 0; index++) {
    const start = Math.max(0, end - (sizes[Math.min(index, sizes.length - 1)] ?? 3))
    groups.unshift(digits.slice(start, end))
    end = start
  }
  return groups.join(group)
}

const groupedFormats = new Map<string, Intl.NumberFormat>()

/** Groups four digits too: columns of numbers would look uneven otherwise. */
function groupedFormat(tag: string): Intl.NumberFormat {
  const cached = groupedFormats.get(tag)
  if (cached) return cached
  const format = new Intl.NumberFormat(tag, { useGrouping: 'always', numberingSystem: 'latn' })
  groupedFormats.set(tag, format)
  return format
}

/** Returns an ungrouped number, or its text with a decimal point, with the decimal separator that the user has chosen. */
export const decimalText = (value: number | string): string =>
  String(value).replace('.', numberSymbols(formatLocale()).decimal)

/** Formats numbers of the interface, such as counts of rows, as the user has chosen. */
export const localNumber: Pick<Intl.NumberFormat, 'format'> = {
  format: (value) => groupedFormat(formatLocale()).format(value),
}
