import type { NumberRule } from './number-rule.ts'

/** Time comparisons compare buckets with complete buckets. */
export const wholePartners: NumberRule = {
  id: 'whole-partners',
  reason:
    'A time comparison uses the whole bucket that contains the moved start; before, it could be cut short or missing.',
  affects: ({ form }) => {
    const { time_compare: offsets } = form
    const given = Array.isArray(offsets) ? offsets : [offsets]
    return given.some((offset) => typeof offset === 'string' && offset !== '')
  },
}
