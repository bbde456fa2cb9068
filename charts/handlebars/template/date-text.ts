import { utcFormat } from 'd3-time-format'

const written =
  (pattern: string) =>
  (moment: Date): string =>
    utcFormat(pattern)(moment)

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0')

function ordinal(day: number): string {
  const isTeen = day % 100 >= 11 && day % 100 <= 13
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

const hours = (moment: Date): number => moment.getUTCHours() % 12 || 12
const half = (moment: Date): string => (moment.getUTCHours() < 12 ? 'AM' : 'PM')

/** The Moment.js format tokens, in UTC. */
const tokens: Readonly<Record<string, (moment: Date) => string>> = {
  YYYY: written('%Y'),
  YY: written('%y'),
  Q: (moment) => String(Math.floor(moment.getUTCMonth() / 3) + 1),
  MMMM: written('%B'),
  MMM: written('%b'),
  MM: written('%m'),
  M: (moment) => String(moment.getUTCMonth() + 1),
  DDDD: written('%j'),
  DDD: (moment) => String(Number(utcFormat('%j')(moment))),
  DD: written('%d'),
  Do: (moment) => ordinal(moment.getUTCDate()),
  D: (moment) => String(moment.getUTCDate()),
  dddd: written('%A'),
  ddd: written('%a'),
  dd: (moment) => utcFormat('%a')(moment).slice(0, 2),
  d: (moment) => String(moment.getUTCDay()),
  E: written('%u'),
  GGGG: written('%G'),
  WW: written('%V'),
  W: (moment) => String(Number(utcFormat('%V')(moment))),
  HH: (moment) => padded(moment.getUTCHours()),
  H: (moment) => String(moment.getUTCHours()),
  hh: (moment) => padded(hours(moment)),
  h: (moment) => String(hours(moment)),
  A: half,
  a: (moment) => half(moment).toLowerCase(),
  mm: (moment) => padded(moment.getUTCMinutes()),
  m: (moment) => String(moment.getUTCMinutes()),
  ss: (moment) => padded(moment.getUTCSeconds()),
  s: (moment) => String(moment.getUTCSeconds()),
  SSS: (moment) => padded(moment.getUTCMilliseconds(), 3),
  Z: () => '+00:00',
  ZZ: () => '+0000',
  X: (moment) => String(Math.floor(moment.getTime() / 1000)),
  x: (moment) => String(moment.getTime()),
}

/** Shorthand formats. */
const named: Readonly<Record<string, string>> = {
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
  const moment = new Date(instant)
  const whole = format.replace(NAMED, (each) => named[each] ?? each)
  return whole.replace(TOKEN, (each, plain: string | undefined) => plain ?? tokens[each]?.(moment) ?? each)
}
