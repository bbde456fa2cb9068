/** True for an IANA time zone name. Offsets such as `+02:00` are rejected: engines disagree on their sign. */
export function isTimeZone(name: unknown): name is string {
  try {
    return (
      typeof name === 'string' &&
      /^[a-z]/i.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
    )
  } catch {
    return false
  }
}

/** Returns the calendar day of a zone at an instant, as `YYYY-MM-DD`; in UTC without a known zone. */
export function dayInZone(epochMs: number, zone: string | undefined): string {
  return new Date(epochMs).toLocaleDateString('sv-SE', { timeZone: isTimeZone(zone) ? zone : 'UTC' })
}
