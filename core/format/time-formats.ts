import type { OfferedFormat } from './number-formats.ts'

/** The time format that adapts to the finest part of the value. */
const SMART_DATE = 'smart_date'

/** The time formats in the list, in order; any d3 pattern may be typed as well. The labels show 2019-01-14 01:32:10. */
export const timeFormats: readonly OfferedFormat[] = [
  { id: SMART_DATE, label: 'Adaptive formatting' },
  { id: '%d/%m/%Y', label: '%d/%m/%Y | 14/01/2019' },
  { id: '%m/%d/%Y', label: '%m/%d/%Y | 01/14/2019' },
  { id: '%Y-%m-%d', label: '%Y-%m-%d | 2019-01-14' },
  { id: '%Y-%m-%d %H:%M:%S', label: '%Y-%m-%d %H:%M:%S | 2019-01-14 01:32:10' },
  { id: '%d-%m-%Y %H:%M:%S', label: '%d-%m-%Y %H:%M:%S | 14-01-2019 01:32:10' },
  { id: '%H:%M:%S', label: '%H:%M:%S | 01:32:10' },
]
