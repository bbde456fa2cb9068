import { likeEscape, textOnNumber } from './filters.ts'
import { histogramOfAllRows } from './histogram.ts'
import { nonFiniteValues } from './non-finite.ts'
import type { NumberRule, RuledChart } from './number-rule.ts'
import { instantsInZone, resampleFirst, weekStartOfGrain } from './time.ts'
import { tableShareBase, totalsAfterHaving, totalsBeforeSeriesLimit } from './totals.ts'
import { wholePartners } from './whole-partners.ts'

/** The changes in release order. Add new ones at the end. */
const NUMBER_RULES: readonly NumberRule[] = [
  wholePartners,
  totalsAfterHaving,
  totalsBeforeSeriesLimit,
  tableShareBase,
  likeEscape,
  textOnNumber,
  resampleFirst,
  weekStartOfGrain,
  instantsInZone,
  nonFiniteValues,
  histogramOfAllRows,
]

/** The version of all rules. Results cached under other rules are recomputed. */
export const NUMBER_RULES_VERSION = NUMBER_RULES.map(({ id }) => id).join(' ')

/** Returns the rule changes that can change the result of a saved chart. */
export function changesOf(chart: RuledChart): readonly NumberRule[] {
  return NUMBER_RULES.filter(({ affects }) => affects(chart))
}
