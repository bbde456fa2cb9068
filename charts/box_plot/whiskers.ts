/** How far whiskers reach, by the words of forms. */
export const whiskerChoices = ['Tukey', 'Min/max (no outliers)', '2/98 percentiles', '9/91 percentiles'] as const

/** What the step that makes boxes calls them. */
export interface Whiskers {
  readonly whisker_type: 'tukey' | 'min/max' | 'percentile'
  readonly percentiles?: readonly [number, number]
}

/** What a choice means: one of the names, or two percentiles, the lower first; undefined for anything else. */
export function whiskersOf(choice: unknown): Whiskers | undefined {
  if (choice === 'Tukey') return { whisker_type: 'tukey' }
  if (choice === 'Min/max (no outliers)' || choice === 'Min/max') return { whisker_type: 'min/max' }
  const [, low, high] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?) percentiles$/.exec(String(choice)) ?? []
  const percentiles = [Number(low), Number(high)] as const
  const isRange = percentiles[0] < percentiles[1] && percentiles[1] <= 100
  return isRange ? { whisker_type: 'percentile', percentiles } : undefined
}
