import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toneColor } from './tone-color.ts'
import { parseColor, type Rgba } from '#core/color/rgb.ts'

const css = readFileSync(new URL('../../ui/tokens/tokens.css', import.meta.url), 'utf8')
const [, light = '', dark = ''] = css.split('\n[data-theme=')

function token(theme: string, name: string): Rgba {
  const color = parseColor(new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? '')
  if (!color) throw new Error(`no colour ${name}`)
  return color
}

/** Evaluates `color-mix(in srgb, var(--a) p%, var(--b))` by channel. */
function mixed(text: string, theme: string): Rgba {
  const [, end = '', percent = '', middle = ''] =
    /^color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)$/.exec(text) ?? []
  const [from, to] = [token(theme, end), token(theme, middle)]
  const share = Number(percent) / 100
  const channel = (key: 'r' | 'g' | 'b') => from[key] * share + to[key] * (1 - share)
  return { r: channel('r'), g: channel('g'), b: channel('b'), a: 1 }
}

/** Relative luminance and contrast ratio of WCAG 2.2. */
function luminance({ r, g, b }: Rgba): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(a: Rgba, b: Rgba): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

describe.each([
  ['light', light],
  ['dark', dark],
])('tones of the %s theme', (_, theme) => {
  it.each(['surface', 'hover'])('every tone is read as text on %s', (background) => {
    for (let step = -20; step <= 20; step++)
      expect(contrast(mixed(toneColor(step / 20), theme), token(theme, background)), String(step)).toBeGreaterThan(4.5)
  })

  it('the ends are the colours of danger and accent, the middle is neither', () => {
    expect(mixed(toneColor(-1), theme)).toEqual(token(theme, 'danger'))
    expect(mixed(toneColor(1), theme)).toEqual(token(theme, 'accent'))
    expect(mixed(toneColor(0), theme)).toEqual(token(theme, 'text-muted'))
  })
})
