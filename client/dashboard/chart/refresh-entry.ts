import { toBrowserTime } from '#calls/clock.ts'
import type { ChartState } from '#client/chart/chart-state.ts'
import { agoText } from '#core/format/ago.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'

const ageText = ({ is_cached, cost }: ColumnarResult, now: number): string => {
  const ago = agoText(now - toBrowserTime(cost.made_at))
  return is_cached ? t('Cached %s', ago) : t('Fetched %s', ago)
}

/**
 * Returns whether the data of a chart were cached or read, and when: one text if all its queries agree, else one for
 * each.
 */
export function dataAgesText({ queriesResponse: answers }: ChartState, now: number): string | undefined {
  if (!answers || answers.length === 0) return undefined
  const ages = answers.map((answer) => ageText(answer, now))
  const [first] = ages
  if (ages.every((age) => age === first)) return first
  return ages.map((age, index) => t('Query %s: %s', index + 1, age)).join(' · ')
}
