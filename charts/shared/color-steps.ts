import { rampColor, rampColors } from '#core/color/sequential.ts'

/** The color steps of numeric values. */
export interface ColorSteps {
  /** The highest value of each step, ascending; empty without values. */
  readonly ends: readonly number[]
  readonly colors: readonly string[]
  /** Returns the step of a value. */
  readonly stepOf: (value: number) => number
}

/** Divides the range of the values into this many equal steps. */
export function colorStepsOf(
  values: readonly (number | null)[],
  { scheme, steps }: { readonly scheme: string | null; readonly steps: number },
  background: 'light' | 'dark',
): ColorSteps {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return { ends: [], colors: [], stepOf: () => 0 }
  const count = low === high ? 1 : steps
  const width = count > 1 ? (high - low) / (count - 1) : 0
  const ramp = rampColors(scheme, background)
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    ends: indexes.map((at) => (at === count - 1 ? high : low + at * width)),
    colors: indexes.map((at) => rampColor(ramp, count > 1 ? at / (count - 1) : 0.5)),
    // A value at the end of a step belongs to it, regardless of rounding errors.
    stepOf: (value) => (width === 0 ? 0 : Math.min(count - 1, Math.max(0, Math.ceil((value - low) / width - 1e-9)))),
  }
}

/** Returns the color of each value between the lowest and highest; null for null values. */
export function amountColors(
  values: readonly (number | null)[],
  scheme: string | null,
  background: 'light' | 'dark',
): readonly (string | null)[] {
  const { ends } = colorStepsOf(values, { scheme, steps: 2 }, background)
  const [low = 0] = ends
  const high = ends.at(-1) ?? low
  const ramp = rampColors(scheme, background)
  return values.map((value) =>
    value === null ? null : rampColor(ramp, high > low ? (value - low) / (high - low) : 0.5),
  )
}
