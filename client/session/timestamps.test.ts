import { afterEach, expect, it } from 'vitest'
import { setFormatLocale } from '#core/text/format-locale.ts'
import { exactTimestampText, recentTimestampText, timestampText } from './timestamps.ts'

const at = new Date(2026, 10, 27, 16, 5, 9)

afterEach(() => setFormatLocale(undefined))

/** Intl writes narrow spaces before AM and PM. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

it('writes date and time in English, to the minute or second', () => {
  expect(plain(timestampText(at))).toBe('Nov 27, 2026, 4:05 PM')
  expect(plain(exactTimestampText(at))).toBe('Nov 27, 2026, 4:05:09 PM')
})

it('writes them in the formats of the user', () => {
  setFormatLocale('de-DE')
  expect(timestampText(at)).toBe('27.11.2026, 16:05')
  setFormatLocale('pt-BR')
  expect(timestampText(at)).toBe('27 de nov. de 2026, 16:05')
})

it('omits the date for timestamps of today', () => {
  const evening = new Date(2026, 10, 27, 23, 59).getTime()
  const tomorrow = new Date(2026, 10, 28, 0, 1).getTime()
  expect(plain(recentTimestampText(at, evening))).toBe('4:05 PM')
  expect(plain(recentTimestampText(at, tomorrow))).toBe('Nov 27, 2026, 4:05 PM')
})
