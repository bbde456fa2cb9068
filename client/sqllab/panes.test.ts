import { expect, it } from 'vitest'
import { paneBounds, readPanes } from './panes.ts'

it('reads sizes within their bounds; what is no size is as at first', () => {
  expect(readPanes(null)).toEqual({ browser: 272, results: 340, isBrowserHidden: false })
  expect(readPanes('{"browser":300,"results":9999,"isBrowserHidden":true}')).toEqual({
    browser: 300,
    results: paneBounds.results.max,
    isBrowserHidden: true,
  })
  expect(readPanes('no json').browser).toBe(272)
  expect(readPanes('{"browser":"wide"}').browser).toBe(272)
})
