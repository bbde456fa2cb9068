/** The whisker options, by their form data values. */
export const whiskerChoices = ['Tukey', 'Min/max (no outliers)', '2/98 percentiles', '9/91 percentiles'] as const

/** The whisker parameters of the boxplot operator. */
export interface Whiskers {
  readonly whisker_type: 'tukey' | 'min/max' | 'percentile'
  readonly percentiles?: readonly [number, number]
}

/** Parses a whisker option: one of the names, or two percentiles, the lower first. Undefined for anything else. */
export function whiskersOf(choice: unknown): Whiskers | undefined {
  if (choice === 'Tukey') return { whisker_type: 'tukey' }
  if (choice === 'Min/max (no outliers)' || choice === 'Min/max') return { whisker_type: 'min/max' }
  const [, low, high] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?) percentiles$/.exec(String(choice)) ?? []
  const percentiles = [Number(low), Number(high)] as const
  const isRange = percentiles[0] < percentiles[1] && percentiles[1] <= 100
  return isRange ? { whisker_type: 'percentile', percentiles } : undefined
}
