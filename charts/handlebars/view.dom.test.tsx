import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { markupOf } from './markup.tsx'
import type { HandlebarsProps } from './props.ts'
import { MAX_DEPTH, MAX_MARKDOWN_LENGTH, MAX_NODES, MAX_OUTPUT_LENGTH } from './template/limits.ts'
import HandlebarsView from './View.tsx'
import { sampleCases } from '#testing/case-sample.ts'
import { waitForAssertion } from '#testing/user-input.ts'
import { PrintContext } from '#ui/tokens/print-settings.ts'

const rows = [
  { origin: 'ORD', count: 3 },
  { origin: '<img src=x.png onerror=alert(1)>', count: 2 },
]

interface Part {
  readonly props: { readonly node?: { tagName: string; position?: unknown }; readonly children?: Part | string }
}

/** Returns the nodes that become links. */
const linksIn = ({ props }: Part): { tagName: string; position?: unknown }[] => [
  ...(props.node ? [props.node] : []),
  ...(typeof props.children === 'object' ? linksIn(props.children) : []),
]

function shown(template: string, own: Partial<HandlebarsProps> = {}) {
  const props = { template, style: '', rows, totals: null, width: 400, height: 300, theme: 'light' as const, ...own }
  const view = render(<HandlebarsView {...props} />)
  return { ...view, page: view.container.querySelector('section') as HTMLElement }
}

it('writes rows by a template, as elements: lists, tables, headings, Markdown, what rows say escaped', () => {
  const { page } = shown(
    '# Airports\n\n<table class="list"><tr><th>Name</th></tr>{{#each data}}<tr><td>{{origin}}</td></tr>{{/each}}</table>\n\n**{{totals.count}}** in all',
    { totals: { count: 5 } },
  )
  expect(within(page).getByRole('heading', { name: 'Airports' }).tagName).toBe('H1')
  expect(
    within(page)
      .getAllByRole('cell')
      .map((each) => each.textContent),
  ).toEqual(rows.map(({ origin }) => origin))
  expect(page.querySelector('strong')?.textContent).toBe('5')
  expect(page.querySelector('table')?.className).toBe('list')
  expect(page.querySelector('img')).toBeNull()
  expect(page.getAttribute('aria-label')).toBe('Rendered from 2 rows')
})

it.each([
  '<script>alert(1)</script>',
  '<img src="x.png" onerror="alert(1)">',
  '<svg onload="alert(1)"><script>1</script></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '[x](javascript:alert(1))',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><button formaction="x">x</button></form>',
  '<object data="x"></object><embed src="x"><base href="x"><link rel="stylesheet" href="x"><meta http-equiv="refresh">',
  '<math><mtext><table><mglyph><style><img src=x.png onerror=alert(1)>',
  '<p style="background:url(https://evil.example);position:fixed">x</p>',
  '{{{data.[1].origin}}}',
])('%s leaves no timer, request or frame', (template) => {
  const { page } = shown(template)
  expect(page.innerHTML).not.toMatch(/<(script|iframe|form|object|embed|base|link|meta|svg|math|style|button)/i)
  expect(page.innerHTML).not.toMatch(/\son\w+=|javascript:|evil\.example|fixed|data:text|formaction/i)
})

it('removes class names of the product', () => {
  const { page } = shown('<p class="note _app_1 _panel_2">x</p>')
  expect(page.querySelector('p')?.className).toBe('note')
})

it('scopes styles to the chart, including those of the template, and lists ignored ones', () => {
  const { page } = shown('<style>.a{color:red}</style><p class="a" style="margin: 4px">x</p>', {
    style: '.a{margin:0} body{top:0} @import "x"; {{#each data}}.n{{count}}{left:0}{{/each}}',
  })
  const scope = `[data-template="${page.dataset['template']}"]`
  const css = [...document.head.querySelectorAll('style')].at(-1)?.textContent ?? ''
  expect(css.trim().split('\n')).toEqual(
    ['.a{color:red;}', '.a{margin:0;}', '', '.n3{left:0;}', '.n2{left:0;}'].map((rule) =>
      rule === '' ? `${scope}{top:0;}` : `${scope} ${rule}`,
    ),
  )
  expect(page.querySelector('p')?.getAttribute('style')).toMatch(/margin: ?4px/)
  expect(page.textContent).toBe('x')
  expect(screen.getByText('Unsupported CSS was removed: @import "x";')).toBeTruthy()
})

it('shows no image from a host that is not allowed', () => {
  const { page } = shown('<p><img src="https://elsewhere.example/{{data.[0].origin}}.png" alt="Flag"></p>')
  expect(page.querySelector('img')).toBeNull()
  expect(page.textContent).toMatch(/^FlagNot shown: it is of https:\/\/elsewhere\.example, /)
})

it('removes its styles when it unmounts, and reports that it is painted', async () => {
  const onRendered = vi.fn<() => void>()
  const { unmount, rerender } = render(
    <HandlebarsView
      {...{ template: 'x', style: '.a{top:0}', rows, totals: null, width: 1, height: 1, theme: 'light', onRendered }}
    />,
  )
  await waitForAssertion(() => expect(onRendered).toHaveBeenCalledTimes(1))
  const own = () => [...document.head.querySelectorAll('style')].filter((each) => each.textContent?.includes('top:0'))
  expect(own()).toHaveLength(1)
  rerender(
    <HandlebarsView {...{ template: 'x', style: '', rows, totals: null, width: 1, height: 1, theme: 'light' }} />,
  )
  expect(own()).toHaveLength(0)
  unmount()
})

it('shows the error of a template instead of the chart', () => {
  shown('{{upper origin}}')
  expect(screen.getByRole('alert').textContent).toContain('There is no helper named upper')
})

it('truncates deep or large output at its limit, and shows a note', () => {
  const deep = shown(`${'<div>'.repeat(MAX_DEPTH + 50)}x`)
  expect(deep.page.querySelectorAll('div').length).toBeLessThanOrEqual(MAX_DEPTH)
  expect(deep.container.textContent).toContain('at most 100 levels deep')
  deep.unmount()
  expect(markupOf('<i></i>'.repeat(MAX_NODES + 5))?.isWhole).toBe(false)
  const ruined = markupOf('<div>'.repeat(5000))
  expect(ruined === undefined || !ruined.isWhole).toBe(true)
})

it('lays out items of long lists when they become visible, unless a style sets the layout', () => {
  const many = Array.from({ length: 300 }, (_, count) => ({ origin: 'ORD', count }))
  const list = '<ul>{{#each data}}<li>{{count}}</li>{{/each}}</ul>'
  const isLong = (template: string, own: Partial<HandlebarsProps>) => {
    const { page, unmount } = shown(template, own)
    const said = page.hasAttribute('data-long-list')
    unmount()
    return said
  }
  expect(isLong(list, { rows: many })).toBe(true)
  expect(isLong(list, {})).toBe(false)
  expect(isLong(list, { rows: many, style: 'li { display: inline-block }' })).toBe(false)
  const paper = { theme: 'light', pixelRatio: 2 } as const
  const sheet = render(
    <PrintContext value={paper}>
      <HandlebarsView
        {...{ template: list, style: '', rows: many, totals: null, width: 1, height: 1, theme: 'light' }}
      />
    </PrintContext>,
  )
  expect(sheet.container.querySelector('[data-long-list]')).toBeNull()
  expect(isLong(list.replace('<li>', '<li style="float: left">'), { rows: many })).toBe(false)
})

it('moving a part does not compute the position of text', () => {
  const parts = markupOf('<p><a href="/x">y</a></p>')?.node as { props: { children: Part } }
  const [node] = linksIn(parts.props.children)
  expect([node?.tagName, node?.position]).toEqual(['a', undefined])
})

it('keeps structural HTML elements', () => {
  const { page } = shown('<article><header>a</header><meter value="2" max="3"></meter></article><figure>b</figure>')
  expect([...page.querySelectorAll('article > header, figure')].map((each) => each.textContent)).toEqual(['a', 'b'])
  expect(page.querySelector('meter')?.getAttribute('value')).toBe('2')
})

it('reports Markdown above the length limit, and shows it as text', () => {
  const { container } = shown(`# ${'x'.repeat(MAX_MARKDOWN_LENGTH)}`)
  expect(container.querySelector('h1')).toBeNull()
  expect(container.textContent).toContain('too long for Markdown (more than 6000 characters)')
})

it('parses HTML by its elements: blank lines and indents have no meaning', () => {
  const { page } = shown('<div>\n\n    <p>*a*</p>\n\n</div>')
  expect([page.querySelector('p')?.textContent, page.querySelector('pre, em')]).toEqual(['*a*', null])
})

it.each(sampleCases(['[', '>', '*a ', '![', '| ', '`a', '- ', '{{'.slice(1)], 3))(
  'parses %s repeated up to the limit of Markdown',
  (part) => {
    const read = markupOf(part.repeat(Math.floor(MAX_MARKDOWN_LENGTH / part.length)))
    expect(read === undefined || !read.isLong).toBe(true)
  },
)

it.each(sampleCases(['<b><a>', '<p>x', '<b>', '<table><b>', '&'], 2))(
  'renders %s repeated up to the limit of output',
  (part) => {
    const read = markupOf(part.repeat(Math.floor(MAX_OUTPUT_LENGTH / part.length)))
    expect(read === undefined || read.node !== null).toBe(true)
  },
)
