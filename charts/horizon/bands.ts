import { isolatedPoints } from '#charts/shared/legend/isolated-points.ts'

/** How many bands lie on each other. */
export const BANDS = 4

/** The part of each value that lies in a band, 0 to 1; `sign` -1 is of values below zero. Null where there is no value. */
export function bandOf(
  values: readonly (number | null)[],
  reach: number,
  band: number,
  sign: 1 | -1,
): readonly (number | null)[] {
  return values.map((value) => {
    if (value === null) return null
    const height = reach > 0 ? ((value * sign) / reach) * BANDS - band : 0
    return Math.min(1, Math.max(0, height))
  })
}

/** Whether a band has anything to show. */
export const isFilled = (band: readonly (number | null)[]): boolean => band.some((value) => value !== null && value > 0)

/** A value between gaps, which has no surface, as a peak: it falls to nothing on both sides. */
export function withPeaks(band: readonly (number | null)[]): readonly (number | null)[] {
  const alone = isolatedPoints(band)
  return band.map((height, at) => height ?? (alone.has(at - 1) || alone.has(at + 1) ? 0 : null))
}
