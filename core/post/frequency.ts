const SECOND = 1000
const DAY = 86_400 * SECOND

/** Milliseconds of one interval of a fixed frequency, by alias. */
const TICKS: Readonly<Record<string, number>> = {
  L: 1,
  ms: 1,
  S: SECOND,
  s: SECOND,
  T: 60 * SECOND,
  min: 60 * SECOND,
  H: 3600 * SECOND,
  h: 3600 * SECOND,
  D: DAY,
}

/** Months of one interval of a calendar frequency, and which end of the interval labels it. */
const MONTHS: Readonly<Record<string, { readonly months: number; readonly at: 'start' | 'end' }>> = {
  M: { months: 1, at: 'end' },
  ME: { months: 1, at: 'end' },
  MS: { months: 1, at: 'start' },
  Q: { months: 3, at: 'end' },
  QE: { months: 3, at: 'end' },
  QS: { months: 3, at: 'start' },
  A: { months: 12, at: 'end' },
  Y: { months: 12, at: 'end' },
  YE: { months: 12, at: 'end' },
  AS: { months: 12, at: 'start' },
  YS: { months: 12, at: 'start' },
}

const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const MONTH_NAMES = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/**
 * A frequency such as `1D`, `7D`, `B`, `MS`, `W-MON`, `QS-OCT`. `bucketOf` returns the number of the interval that
 * contains a timestamp (epoch ms UTC); `labelOf` returns the label of a numbered interval: its start for fixed
 * intervals and those labelled by their start, otherwise midnight of its last day. `multiple` intervals are combined,
 * counted from the first one in the data.
 */
export interface Frequency {
  readonly multiple: number
  /** Fixed intervals are counted from the midnight before the first timestamp. */
  readonly fixed: boolean
  /** True if combined buckets end at their label. */
  readonly labelsEnd: boolean
  bucketOf(epochMs: number): number
  labelOf(bucket: number): number
}

/** Parses a frequency; undefined if it is invalid. */
export function parseFrequency(rule: string): Frequency | undefined {
  const match = /^\s*(\d{1,6})?\s*([A-Za-z]+)(?:-([A-Z]{3}))?\s*$/.exec(rule)
  const multiple = Number(match?.[1] ?? 1)
  const alias = match?.[2] ?? ''
  const anchor = match?.[3]
  if (multiple < 1) return undefined
  if (Object.hasOwn(TICKS, alias) && !anchor) return ticks(TICKS[alias] as number, multiple)
  if (alias === 'B') return anchor ? undefined : businessDays(multiple)
  if (alias === 'W') return weeks(anchor ?? 'SUN', multiple)
  const unit = Object.hasOwn(MONTHS, alias) ? MONTHS[alias] : undefined
  return unit && months(unit, anchor, multiple)
}

function ticks(step: number, multiple: number): Frequency {
  return {
    multiple,
    fixed: true,
    labelsEnd: false,
    bucketOf: (epochMs) => Math.floor(epochMs / step),
    labelOf: (bucket) => bucket * step,
  }
}

/** Weeks are labelled by the day on which they end; day 0 of the epoch is a Thursday. */
function weeks(anchor: string, multiple: number): Frequency | undefined {
  const ends = WEEKDAYS.indexOf(anchor)
  if (ends < 0) return undefined
  const lastDay = (ends + 3) % 7
  return {
    multiple,
    fixed: false,
    labelsEnd: true,
    bucketOf: (epochMs) => Math.ceil((Math.floor(epochMs / DAY) - lastDay) / 7),
    labelOf: (bucket) => (bucket * 7 + lastDay) * DAY,
  }
}

/** Monday to Friday; a weekend belongs to the preceding Friday. Day 0 of the epoch is a Thursday. */
function businessDays(multiple: number): Frequency {
  return {
    multiple,
    fixed: false,
    labelsEnd: false,
    bucketOf(epochMs) {
      const day = Math.floor(epochMs / DAY) + 3
      const week = Math.floor(day / 7)
      return week * 5 + Math.min(day - week * 7, 4)
    },
    labelOf(bucket) {
      const week = Math.floor(bucket / 5)
      return (week * 7 + (bucket - week * 5) - 3) * DAY
    },
  }
}

function months(unit: (typeof MONTHS)[string], anchor: string | undefined, multiple: number): Frequency | undefined {
  if (!unit) return undefined
  const { months: length, at } = unit
  const named = anchor === undefined ? (at === 'end' ? 11 : 0) : MONTH_NAMES.indexOf(anchor)
  if (named < 0 || (anchor !== undefined && length === 1)) return undefined
  // The first month of some interval, counted from January 1970.
  const shift = (at === 'end' ? named + 1 : named) % length
  return {
    multiple,
    fixed: false,
    labelsEnd: at === 'end',
    bucketOf(epochMs) {
      const date = new Date(epochMs)
      return Math.floor(((date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth() - shift) / length)
    },
    labelOf(bucket) {
      const month = bucket * length + shift
      return at === 'start' ? Date.UTC(1970, month, 1) : Date.UTC(1970, month + length, 0)
    },
  }
}

/** The labels of buckets from the first to the last timestamp, and the bucket of each timestamp. */
export interface Buckets {
  readonly labels: Float64Array
  bucketOf(epochMs: number): number
}

/** Returns the buckets of a frequency for timestamps from `from` to `to`, both inclusive. */
export function bucketsOf(frequency: Frequency, from: number, to: number): Buckets {
  const { multiple, fixed, labelsEnd } = frequency
  const first = fixed ? firstTick(frequency, from) : frequency.bucketOf(from)
  const bucketOf = (epochMs: number): number => {
    const steps = frequency.bucketOf(epochMs) - first
    return labelsEnd ? Math.ceil(steps / multiple) : Math.floor(steps / multiple)
  }
  const length = Math.max(0, bucketOf(to) + 1)
  return { labels: Float64Array.from({ length }, (_, at) => frequency.labelOf(first + at * multiple)), bucketOf }
}

function firstTick(frequency: Frequency, from: number): number {
  const midnight = frequency.bucketOf(Math.floor(from / DAY) * DAY)
  const steps = frequency.bucketOf(from) - midnight
  return midnight + Math.floor(steps / frequency.multiple) * frequency.multiple
}
