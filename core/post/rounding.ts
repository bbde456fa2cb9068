/** Rounds to `digits` decimals, half to even. Non-finite numbers are unchanged. */
export function roundedTo(value: number, digits: number): number {
  const scale = 10 ** digits
  const scaled = value * scale
  if (!Number.isFinite(scaled)) return value
  const floor = Math.floor(scaled)
  const part = scaled - floor
  const up = part > 0.5 || (part === 0.5 && floor % 2 !== 0)
  return (up ? floor + 1 : floor) / scale
}
