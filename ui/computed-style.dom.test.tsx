import { Window as Page } from 'happy-dom'
import { expect, it } from 'vitest'

const HTML = `<div style="visibility: hidden"><p><span style="visibility: visible"><b>seen</b></span><i>not</i></p></div>
<div hidden><em>hidden</em></div><div style="display: none"><em>none</em></div><button>one</button><a href="/">link</a>
<table><tbody><tr><td>cell</td></tr></tbody></table><svg><path d="M0 0"/></svg><ul style="color: red"><li>item</li></ul>`

/** Reads the styles of all elements of a page by its own function. */
function styles(page: Window, html: string) {
  page.document.body.innerHTML = html
  return [...page.document.body.querySelectorAll('*')].map((element) => {
    const style = page.getComputedStyle(element)
    return [element.tagName, style.display, style.getPropertyValue('visibility'), style.color]
  })
}

it.each([
  ['no style sheet', ''],
  ['a style sheet', '<style>b { display: none } li { visibility: hidden }</style>'],
])('computed styles in DOM tests are those of happy-dom with %s', (_, sheet) => {
  // testing/dom.ts replaces the function of the document's window, and of no other.
  const page = document.defaultView as unknown as Window
  const real = styles(new Page() as unknown as Window, HTML + sheet)
  expect(styles(page, HTML + sheet)).toEqual(real)
  expect(new Set(real.map(([, display]) => display)).size).toBeGreaterThan(3)
  expect(new Set(real.map(([, , visibility]) => visibility))).toEqual(new Set(['', 'visible', 'hidden']))
})
