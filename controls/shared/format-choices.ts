import type { Choice } from '#controls/control.ts'
import {
  ADAPTIVE_FORMAT,
  numberFormats as offeredNumbers,
  type OfferedFormat,
  SMART_NUMBER,
} from '#core/format/number-formats.ts'
import { timeFormats as offeredTimes } from '#core/format/time-formats.ts'

const asChoice = ({ id, label }: OfferedFormat): Choice => ({ value: id, label })

/** The number formats on offer; any d3 format can be typed. */
export const numberFormats: readonly Choice[] = offeredNumbers.map(asChoice)

/** The time formats on offer; any d3 time format can be typed. */
export const timeFormats: readonly Choice[] = offeredTimes.map(asChoice)

/**
 * The number formats of value axes, whose adaptive format has a separate name; the regular name is accepted as well.
 */
export const axisFormats: readonly Choice[] = [
  { value: ADAPTIVE_FORMAT, label: 'Adaptive formatting' },
  ...numberFormats.filter((each) => each.value !== SMART_NUMBER),
  { value: SMART_NUMBER, label: 'Adaptive formatting (SMART_NUMBER)' },
]
