/** Returns the next round number at or above a value: 1, 2, 2.5 or 5 times a power of ten. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= value * (1 - 1e-12)) ?? 10
  return step * power
}
