import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url).pathname

/** Returns the length of a property in the first rule of a selector, in pixels. */
function pixelsOf(file: string, selector: string, property: string): number {
  const text = readFileSync(`${ROOT}${file}`, 'utf8')
  const rule = text.split(`\n${selector} {`)[1]?.split('}')[0] ?? ''
  return Number(new RegExp(`(?:^|\\s)${property}: (\\d+)px`).exec(rule)?.[1] ?? Number.NaN)
}

it.each([
  ['ui/display/Chip.module.css', '.remove'],
  ['ui/input/MultiSelect.module.css', '.remove'],
  ['ui/input/MultiSelect.module.css', '.clear'],
  ['ui/input/PillField.module.css', '.remove'],
  ['ui/input/Select.module.css', '.clear'],
])('%s: %s is at least 24 px in each direction', (file, selector) => {
  for (const property of ['width', 'height'])
    expect(pixelsOf(file, selector, property), property).toBeGreaterThanOrEqual(24)
})
