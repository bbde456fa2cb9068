import type { Rgba } from '#core/color/rgb.ts'

const hexByte = (part: number) => Math.round(part).toString(16).padStart(2, '0')

/** Formats a color for the picker: `#rrggbb`, with two more digits if it is not opaque. */
export function toHex({ r, g, b, a }: Rgba): string {
  return `#${hexByte(r)}${hexByte(g)}${hexByte(b)}${a < 1 ? hexByte(a * 255) : ''}`
}

/** Parses `#rrggbb` and `#rrggbbaa`; undefined for anything else. */
export function fromHex(hex: string): Rgba | undefined {
  const digits = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(hex)
  if (!digits) return undefined
  const [r = 0, g = 0, b = 0] = (digits[1] ?? '').match(/../g)?.map((part) => Number.parseInt(part, 16)) ?? []
  const a = digits[2] === undefined ? 1 : Math.round((Number.parseInt(digits[2], 16) / 255) * 100) / 100
  return { r, g, b, a }
}
