/** A colour: red, green and blue from 0 to 255, alpha from 0 to 1. The shape the colour picker stores. */
export interface Rgba {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}

/** The default fixed colour of a new chart. */
export const DEFAULT_FIXED_COLOR: Rgba = { r: 0, g: 122, b: 135, a: 1 }

const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i
const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i

/** Parses a colour: `#` with 3 or 6 digits, or `rgb()` with integers up to 255. Returns undefined for other texts. */
export function parseColor(text: string): Rgba | undefined {
  const digits = hex.exec(text.trim())?.[1]
  if (digits) {
    const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
    const n = Number.parseInt(long, 16)
    return { r: n >> 16, g: (n >> 8) & 255, b: n & 255, a: 1 }
  }
  const parts = rgb.exec(text.trim())?.slice(1).map(Number)
  const [r = 256, g = 256, b = 256] = parts ?? []
  return Math.max(r, g, b) > 255 ? undefined : { r, g, b, a: 1 }
}

/** True if a value is an opacity: a number from 0 to 1, both inclusive. */
export function isOpacity(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

/** Prints a CSS colour: `#rrggbb`, or `rgba()` if it is not opaque. */
export function printColor({ r, g, b, a }: Rgba): string {
  if (a < 1) return `rgba(${Math.round(r)}, ${Math.round(g)}, ${Math.round(b)}, ${a})`
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
