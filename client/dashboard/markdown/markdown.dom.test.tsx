import { cleanup, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { waitForAssertion } from '#testing/user-input.ts'
import { Markdown } from './Markdown.tsx'
import { allowImageOrigins } from '#core/text/image-origins.ts'

/** Renders a text after the HTML parser has loaded. */
async function drawn(code: string): Promise<HTMLElement> {
  const { container } = render(<Markdown code={`<b>start</b>\n\n${code}`} />)
  await waitForAssertion(() => expect(container.querySelector('b')?.textContent).toBe('start'))
  return container
}

const RUNS = /^(?:on|src[dD]oc|form|xlink|ping|http-equiv)/i
const EVIL = /javascript:|vbscript:|data:|evil/i

/**
 * Returns the unsafe parts of a rendered text: scripts, external resources, forms, and elements outside of their box.
 */
function problemsOf(box: HTMLElement): string[] {
  return [...box.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName
    const names = [...element.attributes].map((each) => each.name)
    return [
      ...(/^(script|style|iframe|frame|object|embed|form|meta|base|link|svg|math|template|button)$/.test(name)
        ? [name]
        : []),
      ...(name === 'input' && element.getAttribute('type') !== 'checkbox' ? ['input'] : []),
      ...names.filter((each) => RUNS.test(each)).map((each) => `${name}[${each}]`),
      ...[...element.attributes].filter((each) => EVIL.test(each.value)).map((each) => `${name}[${each.name}]`),
    ]
  })
}

const attempts = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x.png onerror=alert(1)>',
  '<p onclick="alert(1)" onmouseover=alert(1)>text</p>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java&#10;script:alert(1)">x</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '[x](javascript:alert(1))',
  '<img src="javascript:alert(1)">',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<form action="https://evil.example"><input name=password type=password><button>Sign in</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/a.css">',
  '<style>body{display:none}</style>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x.png onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x.png onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x.png onerror=alert(1)>">',
  '<template><img src=x.png onerror=alert(1)></template>',
  '<title><img src=x.png onerror=alert(1)></title>',
  '<textarea></textarea><img src=x.png onerror=alert(1)>',
  '<!--><img src=x.png onerror=alert(1)>-->',
  '<?xml version="1.0"?><img src=x.png onerror=alert(1)>',
  '<![CDATA[<img src=x.png onerror=alert(1)>]]>',
  '<div style="background:url(https://evil.example/a.png)">x</div>',
  '<video src="https://evil.example/a.mp4" autoplay></video><audio src="https://evil.example/a.mp3"></audio>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<a href="https://good.example" ping="https://evil.example">x</a>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<x-evil onclick=alert(1)>x</x-evil>',
]

it.each(attempts)('%s renders no scripts, requests, prompts or forms', async (code) => {
  const box = await drawn(code)
  expect(problemsOf(box)).toEqual([])
  expect(box.textContent).not.toMatch(/alert\(1\)$|display:none/m)
  cleanup()
})

it.each(['position:fixed;inset:0', 'position:absolute;top:-9px', 'z-index:99;transform:scale(9)', 'margin:-999px'])(
  'removes the layout of the style %s',
  async (style) => {
    const box = await drawn(`<div class="mine" style="${style};color:red">over</div>`)
    const element = box.querySelector<HTMLElement>('.mine')
    expect(element?.textContent).toBe('over')
    expect(element?.getAttribute('style')).toMatch(/^color: red;?$/)
  },
)

const EXTERNAL_CONTENT = [
  '![Plan](https://elsewhere.example/plan.png)',
  '![Plan](//elsewhere.example/plan.png)',
  String.raw`<img src="https:\\elsewhere.example\plan.png" alt="Plan">`,
  '<a href="https://good.example"><img src="https://elsewhere.example/plan.png" alt="Plan"></a>',
  '<picture><source srcset="https://good.example/a.png, https://elsewhere.example/2.png 2x"><img src="https://elsewhere.example/plan.png" alt="Plan"></picture>',
]

it.each(EXTERNAL_CONTENT)('replaces the image in %s by its name and a button that shows it', async (code) => {
  allowImageOrigins(['https://good.example'])
  const box = await drawn(code)
  expect(box.querySelectorAll('img, source')).toHaveLength(0)
  expect(box.textContent).toMatch(
    /Plan.*Not shown: it is of https?:\/\/elsewhere\.example, which FACET_IMAGE_ORIGINS does not name$/s,
  )
})

it.each(['/logout/', '/superset/favstar/Dashboard/1/select/', '/api/v1/chart/?q=a.png', '/r/1#a.png', 'logout'])(
  'loads no image from this host except image URLs: %s',
  async (address) => {
    const box = await drawn(`![Plan](${address}) <img src="${address}" alt="Plan">`)
    expect(box.querySelectorAll('img')).toHaveLength(0)
    expect(box.textContent).toMatch(/Plan.*Not shown: .* is no file of a picture/s)
  },
)

it('shows images of this host and of allowed hosts without a referrer', async () => {
  allowImageOrigins(['https://good.example'])
  const box = await drawn(
    '![One](/static/one.png) <picture><source srcset="https://good.example/2.png 2x"><img src="https://good.example/1.png" alt="Two"></picture>',
  )
  const images = [...box.querySelectorAll('img')]
  expect(images.map((each) => [each.alt, each.getAttribute('referrerpolicy')])).toEqual([
    ['One', 'no-referrer'],
    ['Two', 'no-referrer'],
  ])
  expect(box.querySelectorAll('source')).toHaveLength(1)
})

it('renders HTML with styles, classes, tables, details, links and images', async () => {
  allowImageOrigins(['https://good.example'])
  const box = await drawn(
    [
      '# Title',
      '<div class="note _panel_x1" style="text-align:center">Some **bold** text</div>',
      '',
      '<p align="right"><u>Under</u> <font color="red">red</font> H<sub>2</sub>O</p>',
      '<table><tr><th>Key</th><td colspan="2">Value</td></tr></table>',
      '<details><summary>More</summary>Folded</details>',
      '<a id="top" href="https://good.example/a">link</a> <img src="https://good.example/a.png" width="40" alt="Logo">',
    ].join('\n'),
  )
  expect(box.querySelector('h1')?.textContent).toBe('Title')
  const note = box.querySelector<HTMLElement>('.note')
  expect(note?.style.textAlign).toBe('center')
  expect(note?.className).toBe('note')
  expect(box.querySelector('p[align=right] u')?.textContent).toBe('Under')
  expect(box.querySelector('font')?.getAttribute('color')).toBe('red')
  expect(box.querySelector('td')?.getAttribute('colspan')).toBe('2')
  expect(box.querySelector('details > summary')?.textContent).toBe('More')
  expect(box.querySelector('a')?.getAttribute('href')).toBe('https://good.example/a')
  expect(box.querySelector('a')?.id).toBe('user-content-top')
  expect(box.querySelector('img')?.getAttribute('alt')).toBe('Logo')
})

it('renders a task list with disabled checkboxes', async () => {
  const box = await drawn('- [x] done\n- [ ] open')
  const boxes = [...box.querySelectorAll<HTMLInputElement>('input')]
  expect(boxes.map((each) => [each.checked, each.disabled])).toEqual([
    [true, true],
    [false, true],
  ])
})

it('renders a text without HTML at once', () => {
  const { container } = render(<Markdown code="a < b and **c**" />)
  expect(container.querySelector('strong')?.textContent).toBe('c')
  expect(container.textContent).toContain('a < b')
})
