import { afterEach, expect, it } from 'vitest'
import { FORMAT_LOCALES } from '#core/text/format-locales.ts'
import { formatLocale, setFormatLocale } from '#core/text/format-locale.ts'
import { localNumber } from './locale.ts'

afterEach(() => setFormatLocale(undefined))

it('formats numbers as the user has chosen, and as in the United States by default', () => {
  expect(localNumber.format(1234567.5)).toBe('1,234,567.5')
  setFormatLocale('de-DE')
  expect(localNumber.format(1234567.5)).toBe('1.234.567,5')
  setFormatLocale('xx-XX')
  expect([formatLocale(), localNumber.format(1234)]).toEqual(['en-US', '1,234'])
})

it('lists only locales that the platform supports', () => {
  expect(Intl.DateTimeFormat.supportedLocalesOf([...FORMAT_LOCALES])).toEqual(FORMAT_LOCALES)
})
