import { FORMAT_LOCALES } from '#core/text/format-locales.ts'

export type FormatLocale = (typeof FORMAT_LOCALES)[number]

const DEFAULT_FORMAT_LOCALE: FormatLocale = 'en-US'

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

/** Groups four digits too: columns of numbers would look uneven otherwise. */
function groupedFormat(tag: string): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, { useGrouping: 'always', numberingSystem: 'latn' })
}

let current: FormatLocale = DEFAULT_FORMAT_LOCALE
let grouped = groupedFormat(current)

/** Sets the formats of the user. A tag that is not in the list sets the default. */
export function setFormatLocale(tag: string | undefined): void {
  current = FORMAT_LOCALES.find((each) => each === tag) ?? DEFAULT_FORMAT_LOCALE
  grouped = groupedFormat(current)
}

export const formatLocale = (): FormatLocale => current

/** Returns an ungrouped number, or its text with a decimal point, with the decimal separator that the user has chosen. */
export const decimalText = (value: number | string): string =>
  String(value).replace('.', numberSymbols(current).decimal)

/** Formats numbers of the interface, such as counts of rows, as the user has chosen. */
export const localNumber: Pick<Intl.NumberFormat, 'format'> = { format: (value) => grouped.format(value) }
