/** The places of values between gaps: they have no line and no surface, and without a mark of their own none is seen. */
export function isolatedPoints(values: readonly (number | null)[]): ReadonlySet<number> {
  const isGap = (at: number) => (values[at] ?? null) === null
  return new Set(values.flatMap((_, at) => (!isGap(at) && isGap(at - 1) && isGap(at + 1) ? [at] : [])))
}
