import { readCustomRange } from './custom-range.ts'
import { NO_FILTER } from './parse-time-range.ts'

/** The range type of the time-range editor. The labels are Last, Previous, Custom, Advanced, No filter. */
export type RangeKind = 'Common' | 'Calendar' | 'Custom' | 'Advanced' | 'No filter'

/** The default range of a new control. */
export const DEFAULT_TIME_RANGE = NO_FILTER

/** The ranges of type Common. */
export const commonRanges = ['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'] as const

/** The initial range when the user selects the type Common. */
export const DEFAULT_COMMON_RANGE = 'Last week'

/** The ranges of type Calendar. */
export const calendarRanges = ['previous calendar week', 'previous calendar month', 'previous calendar year'] as const

/** The range types with their labels, in display order. */
export const rangeKinds: readonly { readonly value: RangeKind; readonly label: string }[] = [
  { value: 'Common', label: 'Last' },
  { value: 'Calendar', label: 'Previous' },
  { value: 'Custom', label: 'Custom' },
  { value: 'Advanced', label: 'Advanced' },
  { value: 'No filter', label: 'No filter' },
]

/** Returns the type of a range text. Only ranges in the lists above count as Common or Calendar. */
export function rangeKind(text: string): RangeKind {
  if (commonRanges.some((range) => range === text)) return 'Common'
  if (calendarRanges.some((range) => range === text)) return 'Calendar'
  if (text === NO_FILTER) return 'No filter'
  return readCustomRange(text) ? 'Custom' : 'Advanced'
}
