/** The number a person typed: grouping commas and spaces, a true minus and a leading plus are understood. */
export function parseNumber(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/[\s,_\u00a0\u202f]/g, '')
    .replace('\u2212', '-')
  if (plain === '' || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined
  const value = Number(plain)
  return Number.isFinite(value) ? value : undefined
}

/** A number with its thousands apart, in full; very great and very small ones as they are. */
export function grouped(value: number): string {
  const [whole = '', ...rest] = String(value).split(/(?=[.e])/)
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...rest].join('')
}

/** The number within its bounds; both ends are allowed. */
export function bounded(value: number, min = -Infinity, max = Infinity): number {
  return Math.min(max, Math.max(min, value))
}

/** One step up or down, without the dust of binary fractions: 0.1 + 0.2 is 0.3. */
export function stepped(value: number, step: number): number {
  const digits = Math.max(fraction(value), fraction(step))
  return Number((value + step).toFixed(Math.min(digits, 20)))
}

function fraction(value: number): number {
  const text = String(value)
  const exponent = /e-(\d+)$/.exec(text)
  if (exponent) return Number(exponent[1])
  return text.split('.')[1]?.length ?? 0
}
