import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CellMarkup } from './CellMarkup.tsx'
import { hasMarkup } from './markup-text.ts'
import { TableCell } from './TableCell.tsx'
import { edgeCaseTexts } from '#testing/edge-case-texts.ts'
import { userInput } from '#testing/user-input.ts'

const html = (text: string) => render(<CellMarkup text={text} />).container.innerHTML

it('renders HTML cells with allowed elements and no attributes except link targets', () => {
  expect(html('<b onclick="alert(1)" style="color:red">Late</b> & <i>gone</i>')).toBe('<b>Late</b> &amp; <i>gone</i>')
  expect(html('<img src=x onerror=alert(1)>Lufthansa<script>alert(1)</script><style>*{}</style>')).toBe('Lufthansa')
  expect(html('<div><h1>Title</h1><svg><text>no</text></svg></div>')).toBe('Title')
  expect(html(`${'<b>'.repeat(200)}x${'</b>'.repeat(200)}`)).not.toContain('x')
})

it('links lead only to pages and mail addresses, open in a new tab, and do not select the cell', async () => {
  const onCell = vi.fn<() => void>()
  const { container } = render(
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the grid handles keys
    <div onClick={onCell}>
      <CellMarkup
        text={'<a href="https://example.org/a?b=1" onclick="x()">Open</a> <a href="javascript:alert(1)">Run</a>'}
      />
    </div>,
  )
  const links = [...container.querySelectorAll('a')]
  expect(links.map(({ href, target, rel, textContent }) => [href, target, rel, textContent])).toEqual([
    ['https://example.org/a?b=1', '_blank', 'noopener noreferrer', 'Open'],
  ])
  expect(container.textContent).toBe('Open Run')
  // A test must not follow links.
  links[0]?.addEventListener('click', (event) => event.preventDefault())
  await userInput().click(links[0] as HTMLElement)
  expect(onCell).not.toHaveBeenCalled()
})

it('links only URLs; texts with comparison signs, script URLs and very long texts are unchanged', () => {
  expect(html('https://example.org/x')).toContain('href="https://example.org/x"')
  expect(['https://example.org', '<b>a</b>'].map(hasMarkup)).toEqual([true, true])
  const plain = ['1 < 2 and 3 > 2', 'javascript:alert(1)', 'see https://example.org', '<b>' + 'x'.repeat(10_001)]
  expect(plain.map(hasMarkup)).toEqual([false, false, false, false])
})

it('cells of a table show HTML as elements and other texts unchanged', () => {
  const cell = (text: string) =>
    render(<TableCell text={text} isNull={false} isSelected={false} canSelect={false} isCentered={false} />).container
  expect(cell('<b>Late</b>').querySelector('b')?.textContent).toBe('Late')
  expect(cell('1 < 2').textContent).toBe('1 < 2')
  expect(cell('<script>alert(1)</script>').textContent).toBe('<script>alert(1)</script>')
  expect(cell('<img src=x>').textContent).toBe('<img src=x>')
})

it.each(edgeCaseTexts)('a table shows the complete text %s, since it has no markup', (text) => {
  const { container } = render(
    <TableCell text={text} isNull={false} isSelected={false} canSelect={false} isCentered={false} />,
  )
  expect(container.textContent).toBe(text)
  expect(container.querySelector('b, i, u, s')).toBeNull()
})

it.each([
  ['<b>Ann</b> <John Doe>', 'Ann <John Doe>'],
  ['<b>a<b>c</b>', '<b>ac'],
  ['<i>x</i> 1 < 2', 'x 1 < 2'],
  ['<p>john <john@x.org></p>', 'john <john@x.org>'],
])('renders only the known elements of %s as markup', (text, shown) => {
  expect(render(<CellMarkup text={text} />).container.textContent).toBe(shown)
  expect(hasMarkup(text)).toBe(true)
})
