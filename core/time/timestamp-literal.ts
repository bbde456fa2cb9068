const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(?:(?<=\.\d{3})(\d{1,3}))?Z?)?$/

/**
 * Returns a timestamp (epoch milliseconds) in the form of the time language: `2001-04-01`, with the time of day if it
 * is not midnight, `2001-04-01 10:30:00`, and microseconds if there are any; undefined outside the calendar.
 */
export function timestampLiteral(epochMs: number): string | undefined {
  const wholeMs = Math.floor(epochMs)
  const instant = new Date(wholeMs)
  if (Number.isNaN(instant.getTime())) return undefined
  const micros = Math.min(999, Math.round((epochMs - wholeMs) * 1000))
  const [day = '', time = ''] = instant.toISOString().slice(0, -1).split('T')
  if (micros > 0) return `${day} ${time}${String(micros).padStart(3, '0')}`
  if (time === '00:00:00.000') return day
  return `${day} ${time.replace(/\.000$/, '')}`
}

/** Returns the epoch milliseconds of a text in that form, in UTC; undefined if it is invalid. */
export function parseTimestampLiteral(text: string): number | undefined {
  const [, day, time = '00:00', micros = ''] = WRITTEN.exec(text.trim()) ?? []
  const epochMs = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`)
  // JavaScript would read February 31 as a day in March.
  return Number.isNaN(epochMs) || !new Date(epochMs).toISOString().startsWith(day ?? '')
    ? undefined
    : epochMs + Number(micros.padEnd(3, '0')) / 1000
}
