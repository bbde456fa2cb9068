/** Returns the indexes of values between gaps. They have no line and no area, and are invisible without a marker. */
export function isolatedPoints(values: readonly (number | null)[]): ReadonlySet<number> {
  const isGap = (at: number) => (values[at] ?? null) === null
  return new Set(values.flatMap((_, at) => (!isGap(at) && isGap(at - 1) && isGap(at + 1) ? [at] : [])))
}
