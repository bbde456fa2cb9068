import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DatasetName } from './DatasetName.tsx'

const hasTooltip = (name: string) => /tabindex="0"/i.test(renderToStaticMarkup(<DatasetName>{name}</DatasetName>))

it('E-CONTROLS-18: a name of more than 25 characters has a tooltip', () => {
  expect(hasTooltip('x'.repeat(25))).toBe(false)
  expect(hasTooltip('x'.repeat(26))).toBe(true)
  expect(hasTooltip('✈️'.repeat(12))).toBe(false)
})
