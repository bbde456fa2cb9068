import { expect, it } from 'vitest'

it('a test may leave selected text', () => {
  document.body.innerHTML = '<div><p>some text</p></div>'
  const text = document.querySelector('p')?.firstChild as Text
  document.getSelection()?.setBaseAndExtent(text, 0, text, 4)
  expect(document.getSelection()?.isCollapsed).toBe(false)
})

it('the text selection of the previous test is cleared', () => {
  expect(document.getSelection()?.rangeCount).toBe(0)
})
