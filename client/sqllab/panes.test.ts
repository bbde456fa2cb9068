import { expect, it } from 'vitest'
import { paneBounds, readPanes, storedPanes, storePanes } from './panes.ts'

it('reads sizes within their bounds; an invalid size is the default', () => {
  expect(readPanes(null)).toEqual({ browser: 272, results: 340, isBrowserHidden: false })
  expect(readPanes('{"browser":300,"results":9999,"isBrowserHidden":true}')).toEqual({
    browser: 300,
    results: paneBounds.results.max,
    isBrowserHidden: true,
  })
  expect(readPanes('no json').browser).toBe(272)
  expect(readPanes('{"browser":"wide"}').browser).toBe(272)
})

it('stores the sizes for each user of a browser', () => {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  storePanes(storage, 1, { browser: 300, results: 200, isBrowserHidden: true })
  expect(storedPanes(storage, 1)).toEqual({ browser: 300, results: 200, isBrowserHidden: true })
  expect(storedPanes(storage, 2)).toEqual({ browser: 272, results: 340, isBrowserHidden: false })
})
