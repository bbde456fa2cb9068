import { expect, it } from 'vitest'
import { inlineStyle } from './inline-style.ts'

it.each([
  ['color: red; margin:0', 'color:red;margin:0'],
  ['color: var(--c1, red)', 'color:var(--c1,red)'],
  ['background: url(https://evil.example/x); top: 0', 'top:0'],
  ['position: fixed; position: relative', 'position:relative'],
  ['color: red} body{display: none', ''],
  ['background: u\\72l(x); width: expression(alert(1))', ''],
  [`width: ${'calc('.repeat(500)}1px`, ''],
])('%s is kept as %s', (text, kept) => expect(inlineStyle(text)).toBe(kept))
