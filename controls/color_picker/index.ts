import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { isOpacity, parseColor, type Rgba } from '#core/color/rgb.ts'

function channel(raw: unknown): number | undefined {
  return typeof raw === 'number' && raw >= 0 && raw <= 255 ? Math.round(raw) : undefined
}

/** A color with opacity, as `{r, g, b, a}`; color texts are parsed as well. */
export const color_picker: ControlType<Rgba> = {
  type: 'color_picker',
  parse(raw) {
    if (typeof raw === 'string') return parseColor(raw)
    if (typeof raw !== 'object' || raw === null) return undefined
    const fields = raw as Partial<Record<keyof Rgba, unknown>>
    const [r, g, b] = [channel(fields.r), channel(fields.g), channel(fields.b)]
    if (r === undefined || g === undefined || b === undefined) return undefined
    if (fields.a !== undefined && !isOpacity(fields.a)) return undefined
    return { r, g, b, a: fields.a ?? 1 }
  },
  check: (value, control) => validationMessages(value, control),
  examples: () => [
    { r: 1, g: 2, b: 3, a: 0.5 },
    { r: 250, g: 200, b: 0, a: 1 },
  ],
}
