interface Separators {
  readonly decimal: string
  readonly group: string
}

const integersOf = (locale: string) => new Intl.NumberFormat(locale, { useGrouping: 'always', numberingSystem: 'latn' })

function separatorsOf(locale: string): Separators {
  const parts = integersOf(locale).formatToParts(1234.5)
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: valueOf('decimal'), group: valueOf('group') }
}

/**
 * Parses a typed or pasted number. Spaces, underscores and apostrophes group digits. Commas and points are read as in
 * the locale, and as in other locales where only that makes sense: of `1.234,5` the last is the decimal separator,
 * several equal ones group digits, and a single one that does not precede exactly three digits is the decimal
 * separator. Accepts a typographic minus and a leading plus.
 */
export function parseNumber(text: string, locale: string): number | undefined {
  const plain = text
    .trim()
    .replace(/[\s_'\u2019\u00a0\u202f]/g, '')
    .replace('\u2212', '-')
  const digits = withPoint(plain, separatorsOf(locale))
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return undefined
  const value = Number(digits)
  return Number.isFinite(value) ? value : undefined
}

/** Returns a number with a decimal point and without group separators. */
function withPoint(text: string, { group }: Separators): string {
  const marks: readonly string[] = text.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return text
  const isUnique = marks.indexOf(last) === marks.length - 1
  if (new Set(marks).size === 2) return isUnique ? text.replaceAll(last === '.' ? ',' : '.', '').replace(last, '.') : ''
  if (!isUnique) return /^[+-]?\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(text) ? text.replaceAll(last, '') : ''
  const isGroup = last === group && /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  return text.replace(last, isGroup ? '' : '.')
}

interface NumberTextOptions {
  readonly locale: string
  readonly isGrouped?: boolean | undefined
}

/** Formats a number with all digits, and its thousands separated if grouped; very large and small ones as `1e+21`. */
export function formatNumberText(value: number, { locale, isGrouped = false }: NumberTextOptions): string {
  const [whole = '', decimals] = String(Math.abs(value)).split('.')
  if (!/^\d+$/.test(whole) || decimals?.includes('e')) return String(value)
  const integer = isGrouped ? integersOf(locale).format(BigInt(whole)) : whole
  const digits = decimals === undefined ? integer : integer + separatorsOf(locale).decimal + decimals
  return value < 0 ? `-${digits}` : digits
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
