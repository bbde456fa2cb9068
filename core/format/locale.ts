import { FORMAT_LOCALES } from '#core/text/format-locales.ts'

export type FormatLocale = (typeof FORMAT_LOCALES)[number]

const DEFAULT_FORMAT_LOCALE: FormatLocale = 'en-US'

let current: FormatLocale = DEFAULT_FORMAT_LOCALE
let grouped = new Intl.NumberFormat(current)

/** Sets the formats of the user. A tag that is not in the list sets the default. */
export function setFormatLocale(tag: string | undefined): void {
  current = FORMAT_LOCALES.find((each) => each === tag) ?? DEFAULT_FORMAT_LOCALE
  grouped = new Intl.NumberFormat(current)
}

export const formatLocale = (): FormatLocale => current

/** Formats numbers of the interface, such as counts of rows, as the user has chosen. */
export const localNumber: Pick<Intl.NumberFormat, 'format'> = { format: (value) => grouped.format(value) }
