import { beforeEach, expect, it } from 'vitest'
import { startSession } from './session.ts'
import { exactTimestampText, recentTimestampText, timestampText } from './timestamps.ts'

/** Starts a session in this locale. */
function open(locale: string): void {
  const textContent = JSON.stringify({ settings: { locale } })
  startSession({ getElementById: () => ({ textContent }) } as unknown as Document)
}

const at = new Date(2026, 10, 27, 16, 5, 9)

beforeEach(() => open('en'))

/** Intl writes narrow spaces before AM and PM. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

it('writes date and time in English, to the minute or second', () => {
  expect(plain(timestampText(at))).toBe('Nov 27, 2026, 4:05 PM')
  expect(plain(exactTimestampText(at))).toBe('Nov 27, 2026, 4:05:09 PM')
})

it('writes them in the locale of the user, also with an underscore', () => {
  open('de')
  expect(timestampText(at)).toBe('27.11.2026, 16:05')
  open('pt_BR')
  expect(timestampText(at)).toBe('27 de nov. de 2026, 16:05')
})

it('omits the date for timestamps of today', () => {
  const evening = new Date(2026, 10, 27, 23, 59).getTime()
  const tomorrow = new Date(2026, 10, 28, 0, 1).getTime()
  expect(plain(recentTimestampText(at, evening))).toBe('4:05 PM')
  expect(plain(recentTimestampText(at, tomorrow))).toBe('Nov 27, 2026, 4:05 PM')
})
