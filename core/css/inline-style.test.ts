import { describe, expect, it } from 'vitest'
import { inlineStyle, MAX_STYLE_LENGTH } from './inline-style.ts'

describe('a style attribute of user content', () => {
  it.each([
    ['color: red; text-align:center', 'color:red;text-align:center'],
    ['COLOR:#1a2b3c', 'color:#1a2b3c'],
    ['width:50%;display:flex;gap:8px', 'width:50%;display:flex;gap:8px'],
    ['background: linear-gradient(red, blue)', 'background:linear-gradient(red,blue)'],
    ['color: var(--accent, red)', 'color:var(--accent,red)'],
  ])('%s retains its appearance', (text, printed) => expect(inlineStyle(text)).toBe(printed))

  it.each([
    'background:url(https://evil.example/a.png)',
    'background-image:u\\72l(https://evil.example/a.png)',
    'background:image-set("https://evil.example" 1x)',
    'background:var(--x,url(https://evil.example))',
    'position:fixed',
    'position:absolute',
    'p\\6fsition:fixed',
    'inset:0',
    'top:-100px',
    'z-index:9999',
    'transform:scale(100)',
    'margin:-500px',
    'margin-top:-500px',
    'margin-top:calc(500px*cos(180deg))',
    'margin:clamp(1px,500px*sin(270deg),2px)',
    'animation:x 1s',
    'content:"x"',
    'behavior:url(x.htc)',
    '-moz-binding:url(x)',
    'width:expression(alert(1))',
    '--x:url(https://evil.example)',
    'cursor:none',
    'pointer-events:all',
    'visibility:hidden',
  ])('%s removes all styles', (text) => expect(inlineStyle(text)).toBe(''))

  it('keeps the allowed declarations next to dropped ones', () => {
    expect(inlineStyle('position:fixed;color:red;background:url(x);font-weight:bold')).toBe(
      'color:red;font-weight:bold',
    )
  })

  it('removes it completely when it is too long or too deeply nested', () => {
    expect(inlineStyle(`color:red;${' '.repeat(MAX_STYLE_LENGTH)}`)).toBe('')
    expect(inlineStyle(`width:${'calc('.repeat(300)}1px`)).not.toContain('url')
  })
})
