import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_CSS_LENGTH } from './max-css-length.ts'
import { scopeCss } from './scope-css.ts'
import { parse, walk } from './tree.ts'

const SCOPE = '.d'
const scoped = (text: string) => scopeCss(text, SCOPE).css.trim()

describe('CSS of a dashboard', () => {
  it.each([
    ['.a{color:red}', '.d .a{color:red;}'],
    ['.a, #b > p:hover::before {color : red !important}', '.d .a,.d #b>p:hover::before{color:red!important;}'],
    ['*{margin:0}', '.d *{margin:0;}'],
    ['body{background:linear-gradient(red,blue)}', '.d{background:linear-gradient(red,blue);}'],
    ['html body .a{top:0}', '.d .a{top:0;}'],
    ['.dashboard .a{position:relative}', '.d .a{position:relative;}'],
    [':root{--gap:8px}', '.d{--gap:8px;}'],
    ['.a{color:var(--x, red)}', '.d .a{color:var(--x,red);}'],
    ['body.x{top:0}', '.d body.x{top:0;}'],
    ['@media (min-width:10px){.a{top:0}}', '@media (min-width:10px){\n.d .a{top:0;}\n}'],
    ['@supports (display:grid){.a{top:0}}', '@supports (display:grid){\n.d .a{top:0;}\n}'],
    [
      '@keyframes k{from{left:0}50%{left:1px}}.a{animation:k 1s}',
      '@keyframes dashboard-k{from{left:0;}50%{left:1px;}}\n.d .a{animation:dashboard-k 1s;}',
    ],
    ['.a{content:"a;}b"}', '.d .a{content:"a;}b";}'],
    ['/* note */ <!-- .a{top:0} -->', '.d .a{top:0;}'],
  ])('the rules of %s are printed below the scope', (text, printed) => {
    expect(scoped(text)).toBe(printed)
  })

  /** Attempts to escape the dashboard: load resources, cover the frame, style the frame. */
  const attempts = [
    '@import "http://evil.example/a.css";',
    '@import url(http://evil.example/a.css);',
    '@\\69mport "http://evil.example/a.css";',
    '@IMPORT url(//evil.example);',
    '@font-face{font-family:x;src:url(http://evil.example/f)}',
    '@namespace svg url(http://evil.example);',
    '@charset "utf-7";',
    '@layer reset{.a{top:0}}',
    '@property --x{syntax:"<url>";inherits:true;initial-value:url(x)}',
    '@page{margin:0}',
    '@scope (body){a{top:0}}',
    '@container (width>1px){a{top:0}}',
    '@media screen and (x:url(http://evil.example)){.a{top:0}}',
    '@supports (background:url(http://evil.example)){.a{top:0}}',
    '.a{background:url(http://evil.example)}',
    '.a{background:URL("http://evil.example")}',
    '.a{background:u\\72l(http://evil.example)}',
    '.a{background:ur\\6c("http://evil.example")}',
    '.a{background:image-set("http://evil.example" 1x)}',
    '.a{background:-webkit-image-set(url(http://evil.example) 1x)}',
    '.a{background:image("http://evil.example")}',
    '.a{background:cross-fade(url(x),url(y))}',
    '.a{background:src("http://evil.example")}',
    '.a{background:var(--x,url(http://evil.example))}',
    '.a{background:var(--x,var(--y,u\\72l(http://evil.example)))}',
    '.a{--x:url(http://evil.example)}',
    '.a{--x:u\\72l(http://evil.example)}',
    '.a{cursor:url(http://evil.example),auto}',
    '.a{filter:url(#x)}',
    '.a{list-style-image:url(x)}',
    '.a{clip-path:url(http://evil.example#x)}',
    '.a{behavior:url(x.htc)}',
    '.a{-moz-binding:url(x.xml#y)}',
    '.a{width:expression(alert(1))}',
    '.a{content:attr(data-x url)}',
    '.a{position:fixed}',
    '.a{p\\6fsition:fixed}',
    '.a{position:f\\69xed}',
    '.a{position:var(--p)}',
    '.a{POSITION:FIXED!important}',
    '.a{position:-webkit-sticky fixed}',
    '.a{&{position:fixed}}',
    '.a{background:url(http://evil.example',
    '.a::view-transition-group(root){top:0}',
    '.a::part(x){top:0}',
    ':host{top:0}::slotted(a){top:0}',
    '~ header{top:0}',
    '+ nav{display:none}',
    '.a\\, header{top:0}',
    '.a{view-transition-name:x}',
  ]

  it('tests at least forty attempts to escape', () => expect(attempts.length).toBeGreaterThanOrEqual(40))

  it.each(attempts)('%s contains no requests, fixed positions or rules outside of the scope', (text) => {
    const { css, leftOut } = scopeCss(text, SCOPE)
    expect(problemsOf(css)).toEqual([])
    expect(css).not.toMatch(/evil|url\(|import|fixed|\\/i)
    if (css === '') expect(leftOut.length).toBeGreaterThan(0)
  })

  it('keeps rules that follow an invalid one', () => {
    expect(scoped('} header{top:0}')).not.toContain('}header')
    const whole = [
      '@import "x";',
      '.a{position:fixed}',
      '.a{background:url(x)}',
      '@font-face{src:url(x)}',
      '.a{&{top:0}}',
    ]
    for (const text of whole) expect(scoped(`${text} .b{color:red}`)).toContain('.d .b{color:red;}')
  })

  it('omits and reports CSS that is too long or too deep', () => {
    expect(scopeCss('a'.repeat(MAX_CSS_LENGTH + 1), SCOPE)).toEqual({ css: '', leftOut: ['a'.repeat(80)] })
    const deep = `.a{width:${'calc('.repeat(50_000)}1px${')'.repeat(50_000)}}`.slice(0, MAX_CSS_LENGTH)
    expect(problemsOf(scopeCss(deep, SCOPE).css)).toEqual([])
  })

  it('stays within the scope, for random input', () => {
    const part = fc.constantFrom(...pieces)
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const { css } = scopeCss(parts.join(''), SCOPE)
        expect(problemsOf(css)).toEqual([])
      }),
      { numRuns: 1000, seed: 5 },
    )
  })
})

const pieces =
  '.a b { } : ; url( ) ( " \' \\ /* */ @media @import , position fixed color red & <!-- > # [ ] 6c ! var(--x calc('
    .split(' ')
    .concat(' ', '\n')

/**
 * Parses the printed CSS as a browser would and returns the parts that load resources, are fixed, or are outside the
 * scope.
 */
function problemsOf(css: string): readonly string[] {
  const problems: string[] = []
  const sheet = parse(css, { onParseError: ({ message }) => problems.push(message), parseCustomProperty: true })
  walk(sheet, (node) => {
    if (node.type === 'Url' || node.type === 'Raw') problems.push(node.type)
    if (node.type === 'Declaration' && /position/i.test(node.property) && /fixed/i.test(css)) problems.push('fixed')
  })
  for (const line of css.split('\n').filter((each) => each !== '' && each !== '}' && !each.startsWith('@')))
    if (!line.startsWith('.d')) problems.push(line)
  return problems.filter((each) => each !== 'Raw' || !css.includes('var('))
}
