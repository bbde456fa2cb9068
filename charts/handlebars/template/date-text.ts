import { utcFormat } from 'd3-time-format'

const written =
  (pattern: string) =>
  (date: Date): string =>
    utcFormat(pattern)(date)

const padNumber = (value: number, digits = 2): string => String(value).padStart(digits, '0')

function ordinal(day: number): string {
  const isTeen = day % 100 >= 11 && day % 100 <= 13
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

const hours = (date: Date): number => date.getUTCHours() % 12 || 12
const dayHalf = (date: Date): string => (date.getUTCHours() < 12 ? 'AM' : 'PM')

/** The Moment.js format tokens, in UTC. */
const tokens: Readonly<Record<string, (date: Date) => string>> = {
  YYYY: written('%Y'),
  YY: written('%y'),
  Q: (date) => String(Math.floor(date.getUTCMonth() / 3) + 1),
  MMMM: written('%B'),
  MMM: written('%b'),
  MM: written('%m'),
  M: (date) => String(date.getUTCMonth() + 1),
  DDDD: written('%j'),
  DDD: (date) => String(Number(utcFormat('%j')(date))),
  DD: written('%d'),
  Do: (date) => ordinal(date.getUTCDate()),
  D: (date) => String(date.getUTCDate()),
  dddd: written('%A'),
  ddd: written('%a'),
  dd: (date) => utcFormat('%a')(date).slice(0, 2),
  d: (date) => String(date.getUTCDay()),
  E: written('%u'),
  GGGG: written('%G'),
  WW: written('%V'),
  W: (date) => String(Number(utcFormat('%V')(date))),
  HH: (date) => padNumber(date.getUTCHours()),
  H: (date) => String(date.getUTCHours()),
  hh: (date) => padNumber(hours(date)),
  h: (date) => String(hours(date)),
  A: dayHalf,
  a: (date) => dayHalf(date).toLowerCase(),
  mm: (date) => padNumber(date.getUTCMinutes()),
  m: (date) => String(date.getUTCMinutes()),
  ss: (date) => padNumber(date.getUTCSeconds()),
  s: (date) => String(date.getUTCSeconds()),
  SSS: (date) => padNumber(date.getUTCMilliseconds(), 3),
  Z: () => '+00:00',
  ZZ: () => '+0000',
  X: (date) => String(Math.floor(date.getTime() / 1000)),
  x: (date) => String(date.getTime()),
}

/** Shorthand formats. */
const namedFormats: Readonly<Record<string, string>> = {
  LTS: 'h:mm:ss A',
  LT: 'h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  LLL: 'MMMM D, YYYY h:mm A',
  LL: 'MMMM D, YYYY',
  L: 'MM/DD/YYYY',
}

const NAMED = /\[[^\]]*\]|LTS|LT|L{1,4}/g
const TOKEN = new RegExp(
  `\\[([^\\]]*)\\]|${Object.keys(tokens)
    .toSorted((a, b) => b.length - a.length)
    .join('|')}`,
  'g',
)

/** Formats an instant (epoch milliseconds) with a Moment.js format, in UTC and English. Bracketed text is literal. */
export function dateText(instant: number, format: string): string {
  const date = new Date(instant)
  const whole = format.replace(NAMED, (each) => namedFormats[each] ?? each)
  return whole.replace(TOKEN, (each, plain: string | undefined) => plain ?? tokens[each]?.(date) ?? each)
}
