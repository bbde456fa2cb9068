/** Parses a typed number: accepts grouping commas and spaces, a typographic minus and a leading plus. */
export function parseNumber(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/[\s,_\u00a0\u202f]/g, '')
    .replace('\u2212', '-')
  if (plain === '' || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined
  const value = Number(plain)
  return Number.isFinite(value) ? value : undefined
}

/** Formats a number with separated thousands and all digits; very large and small numbers in scientific notation. */
export function formatGrouped(value: number): string {
  const [integerPart = '', ...rest] = String(value).split(/(?=[.e])/)
  return [integerPart.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...rest].join('')
}

/** Limits a number to a range; both ends are inclusive. */
export function clampNumber(value: number, min = -Infinity, max = Infinity): number {
  return Math.min(max, Math.max(min, value))
}

/** Adds or subtracts a step without floating-point artifacts: 0.1 + 0.2 is 0.3. */
export function addStep(value: number, step: number): number {
  const digits = Math.max(fraction(value), fraction(step))
  return Number((value + step).toFixed(Math.min(digits, 20)))
}

function fraction(value: number): number {
  const text = String(value)
  const exponent = /e-(\d+)$/.exec(text)
  if (exponent) return Number(exponent[1])
  return text.split('.')[1]?.length ?? 0
}
