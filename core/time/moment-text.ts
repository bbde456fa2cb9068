const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(?:(?<=\.\d{3})(\d{1,3}))?Z?)?$/

/**
 * A moment, epoch milliseconds, as the time language reads and writes it: `2001-04-01`, with the time of day where that
 * is not midnight, `2001-04-01 10:30:00`, and microseconds where it has some; undefined outside the calendar.
 */
export function writtenMoment(epochMs: number): string | undefined {
  const whole = Math.floor(epochMs)
  const instant = new Date(whole)
  if (Number.isNaN(instant.getTime())) return undefined
  const micros = Math.min(999, Math.round((epochMs - whole) * 1000))
  const [day = '', time = ''] = instant.toISOString().slice(0, -1).split('T')
  if (micros > 0) return `${day} ${time}${String(micros).padStart(3, '0')}`
  if (time === '00:00:00.000') return day
  return `${day} ${time.replace(/\.000$/, '')}`
}

/** The moment a text of that form stands for, in UTC, as epoch milliseconds; undefined where it is none. */
export function readWrittenMoment(text: string): number | undefined {
  const [, day, time = '00:00', micros = ''] = WRITTEN.exec(text.trim()) ?? []
  const epochMs = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`)
  // The 31st of February would be a day of March.
  return Number.isNaN(epochMs) || !new Date(epochMs).toISOString().startsWith(day ?? '')
    ? undefined
    : epochMs + Number(micros.padEnd(3, '0')) / 1000
}
