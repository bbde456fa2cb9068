import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = readFileSync(new URL('base.css', import.meta.url), 'utf8').replace(
  /@media[^{]*\{(?:[^{}]*\{[^}]*\})*[^}]*\}/g,
  '',
)

/** The properties that rules for all elements (`*`) set, except in print and reduced motion. */
const saidForAll = [...text.matchAll(/([^{}]+)\{([^}]*)\}/g)]
  .filter(([, selectors = '']) =>
    selectors.split(',').some((each) => each.replace(/\/\*[\s\S]*?\*\//g, '').trim() === '*'),
  )
  .flatMap(([, , body = '']) => [...body.matchAll(/([a-z-]+)\s*:/g)].map(([, name]) => name))

it('sets inherited properties once, so that an inert page restyles fewer elements', () => {
  expect(saidForAll).toEqual(['box-sizing', 'scrollbar-width'])
})
