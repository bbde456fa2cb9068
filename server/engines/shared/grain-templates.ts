import { shiftedWeeks } from '#core/time/grains.ts'

type TruncatedUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

/** The SQL of an engine for the parts of a calendar; `{col}` is the column. */
export interface GrainSql {
  /** Returns the beginning of a unit; weeks begin on Monday. */
  readonly trunc: (unit: TruncatedUnit) => string
  /** Returns the beginning of an interval of several units, counted from a Monday. */
  readonly bin: (count: number, unit: 'seconds' | 'minutes' | 'hours' | 'days') => string
  /** Returns the beginning of a week that begins on a day from 2 (Tuesday) to 7 (Sunday). */
  readonly week: (weekStart: number) => string
  /** The last days of weeks that end on Saturday and on Sunday. */
  readonly weekEnds: { readonly saturday: string; readonly sunday: string }
}

/** Returns the templates of all grains by ISO duration code. Clients use both codes of half an hour and of a quarter. */
export function grainTemplates({ trunc, bin, week, weekEnds }: GrainSql): Readonly<Record<string, string>> {
  return {
    PT1S: trunc('second'),
    PT5S: bin(5, 'seconds'),
    PT30S: bin(30, 'seconds'),
    PT1M: trunc('minute'),
    PT5M: bin(5, 'minutes'),
    PT10M: bin(10, 'minutes'),
    PT15M: bin(15, 'minutes'),
    PT30M: bin(30, 'minutes'),
    'PT0.5H': bin(30, 'minutes'),
    PT1H: trunc('hour'),
    PT6H: bin(6, 'hours'),
    P1D: trunc('day'),
    P7D: bin(7, 'days'),
    P1W: trunc('week'),
    P1M: trunc('month'),
    P3M: trunc('quarter'),
    'P0.25Y': trunc('quarter'),
    P1Y: trunc('year'),
    ...Object.fromEntries(shiftedWeeks.map(([code, weekStart]) => [code, week(weekStart)])),
    '1969-12-29T00:00:00Z/P1W': trunc('week'),
    'P1W/1970-01-03T00:00:00Z': weekEnds.saturday,
    'P1W/1970-01-04T00:00:00Z': weekEnds.sunday,
  }
}
