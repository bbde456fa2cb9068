import { isolatedPoints } from '#charts/shared/timeseries/isolated-points.ts'

/** The number of overlapping bands. */
export const BAND_COUNT = 4

/** Returns the part of each value within a band, 0 to 1; `sign` is -1 for negative values. Null for null values. */
export function bandOf(
  values: readonly (number | null)[],
  reach: number,
  band: number,
  sign: 1 | -1,
): readonly (number | null)[] {
  return values.map((value) => {
    if (value === null) return null
    const height = reach > 0 ? ((value * sign) / reach) * BAND_COUNT - band : 0
    return Math.min(1, Math.max(0, height))
  })
}

/** True if any value of a band is visible. */
export const hasVisibleValue = (band: readonly (number | null)[]): boolean =>
  band.some((value) => value !== null && value > 0)

/** Turns a value between gaps, which would have no area, into a peak that falls to zero on both sides. */
export function withPeaks(band: readonly (number | null)[]): readonly (number | null)[] {
  const isolated = isolatedPoints(band)
  return band.map((height, at) => height ?? (isolated.has(at - 1) || isolated.has(at + 1) ? 0 : null))
}
