import type { Choice } from '#controls/control.ts'
import {
  ADAPTIVE,
  numberFormats as offeredNumbers,
  type OfferedFormat,
  SMART_NUMBER,
} from '#core/format/number-formats.ts'
import { timeFormats as offeredTimes } from '#core/format/time-formats.ts'

const asChoice = ({ id, label }: OfferedFormat): Choice => ({ value: id, label })

/** Number formats offered; any d3 format may be typed. */
export const numberFormats: readonly Choice[] = offeredNumbers.map(asChoice)

/** Time formats offered; any d3 time format may be typed. */
export const timeFormats: readonly Choice[] = offeredTimes.map(asChoice)

/** The same for value axes, whose adaptive format goes by a name of its own; the usual one is read as well. */
export const axisFormats: readonly Choice[] = [
  { value: ADAPTIVE, label: 'Adaptive formatting' },
  ...numberFormats.filter((each) => each.value !== SMART_NUMBER),
  { value: SMART_NUMBER, label: 'Adaptive formatting (SMART_NUMBER)' },
]
