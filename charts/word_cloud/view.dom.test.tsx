import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeCanvas } from '#testing/canvas.ts'
import { formsOf, inputOf } from '#testing/chart-inputs.ts'
import { waitForAssertion } from '#testing/user-input.ts'
import { propsFor, type ToProps } from '../chart.ts'
import { charts } from '../index.ts'
import View, { toProps } from './View.tsx'

const WORDS = ['Approach', 'Climb', 'Descent']
let measured: string[] = []

/** A fake of the document's fonts. */
const fonts = new EventTarget()

beforeEach(() => {
  measured = []
  takeCanvas({ onMeasure: (text) => measured.push(text) })
  Object.assign(document, { fonts })
})
afterEach(() => Reflect.deleteProperty(document, 'fonts'))

it('words are measured again when letters of the page come, and not before', async () => {
  const kind = charts.find(({ type }) => type === 'word_cloud')
  const form = kind && formsOf(kind)[0]
  if (!kind || !form) throw new Error('no word cloud')
  const input = inputOf(kind, form, WORDS.length, (name, row) => (name === 'count' ? row + 1 : (WORDS[row] ?? null)))
  const props = propsFor(kind, toProps as ToProps, input) as unknown as Parameters<typeof View>[0]
  const canvas = { shown: props, height: 400, theme: 'light' } as const
  const page = render(<View {...props} {...canvas} width={600} />)
  const known = () => WORDS.filter((word) => measured.includes(word))
  expect(known()).toEqual(WORDS)
  measured = []
  page.rerender(<View {...props} {...canvas} width={500} />)
  expect(known()).toEqual([])
  act(() => void fonts.dispatchEvent(new Event('loadingdone')))
  await waitForAssertion(() => expect(known()).toEqual(WORDS))
})
