import { formatTimeRange } from '#core/time/label.ts'
import type { FilterType } from '../filter-type.ts'
import { emptyMask } from '../shared/empty-mask.ts'
import { requiredControl } from '../shared/settings.ts'

const NONE = 'No filter'

/** The time range filter; its value is a time range expression. */
export const filterTime: FilterType<string> = {
  type: 'filter_time',
  label: 'Time range',
  target: 'none',
  examples: ['Last week', '2001-04-01 : 2001-07-01'],
  settings: [requiredControl],
  parse: (raw) => (typeof raw === 'string' && raw !== '' && raw !== NONE ? raw : undefined),
  describeValue: formatTimeRange,
  toDataMask(value, config) {
    if (value && value !== NONE) return { extraFormData: { time_range: value }, filterState: { value, label: value } }
    return emptyMask(config)
  },
}
