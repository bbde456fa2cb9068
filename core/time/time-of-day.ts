import { Temporal } from 'temporal-polyfill'

/** The text without its time of day, that time, and the offset after it (`+02:00`, `UTC`). */
export interface ExtractedTime {
  readonly rest: string
  readonly time: Temporal.PlainTime | undefined
  readonly offset: string | undefined
}

const clockTime =
  /(?:^|[\st,])(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(am|pm)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?(?=$|[\s,])/
const hourTime = /(?:^|[\s,])(?:at\s+)?(\d{1,2})\s*(am|pm)(?=$|[\s,])/

/** Extracts the time of day from a lower-case text: `10:30`, `10:30:15 pm`, `5 pm`. */
export function extractTimeOfDay(text: string): ExtractedTime {
  const none = { rest: text, time: undefined, offset: undefined }
  const match = clockTime.exec(text) ?? hourTime.exec(text)
  if (!match) return none
  const short = match.length < 5
  const half = short ? match[2] : match[4]
  const hour = half ? (Number(match[1]) % 12) + (half === 'pm' ? 12 : 0) : Number(match[1])
  const minute = short ? 0 : Number(match[2])
  const second = short ? 0 : Number(match[3] ?? 0)
  if (hour > 23 || minute > 59 || second > 59 || (half && Number(match[1]) > 12)) return none
  const zone = short ? undefined : match[5]
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim()
  return { rest, time: new Temporal.PlainTime(hour, minute, second), offset: zone && offsetOf(zone) }
}

function offsetOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return 'UTC'
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
}
