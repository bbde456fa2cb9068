import { FORMAT_LOCALES } from './format-locales.ts'

export type FormatLocale = (typeof FORMAT_LOCALES)[number]

const DEFAULT_FORMAT_LOCALE: FormatLocale = 'en-US'

let current: FormatLocale = DEFAULT_FORMAT_LOCALE

/** Sets the formats of the user. A tag that is not in the list sets the default. */
export function setFormatLocale(tag: string | undefined): void {
  current = FORMAT_LOCALES.find((each) => each === tag) ?? DEFAULT_FORMAT_LOCALE
}

export const formatLocale = (): FormatLocale => current
