import { Temporal } from 'temporal-polyfill'

/** Various time zones: without summer time, with changes at midnight or of half an hour, on both hemispheres. */
export const ZONES = [
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Australia/Sydney',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Karachi',
  'Asia/Tehran',
  'Asia/Amman',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Europe/Moscow',
  'Europe/Athens',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Africa/Cairo',
  'Africa/Lagos',
  'Africa/Johannesburg',
  'Africa/Casablanca',
  'Atlantic/Azores',
  'Atlantic/Reykjavik',
  'America/St_Johns',
  'America/Halifax',
  'America/Havana',
  'America/New_York',
  'America/Asuncion',
  'America/Santiago',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const

/** Returns the days of 2021 on which the clocks of a zone change; two days in spring and autumn if they never do. */
export function clockChanges(zone: string): readonly Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2021-01-01T00:00[${zone}]`)
  while ((at = at.getTimeZoneTransition('next')) !== null && at.year === 2021) {
    // A change at midnight belongs to the day that it starts or repeats.
    days.push(at.toPlainDate())
  }
  return days.length > 0 ? days : ['2021-03-28', '2021-10-31'].map((day) => Temporal.PlainDate.from(day))
}
