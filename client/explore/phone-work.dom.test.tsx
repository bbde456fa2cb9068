import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { press } from '#testing/user-input.ts'
import { MobileExplore } from './MobileExplore.tsx'

const view = () =>
  render(<MobileExplore picture={<p>A chart</p>} controls={<p>Fields</p>} source={<p>Columns</p>} rows={<p>Rows</p>} />)
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const isShown = (text: string) => screen.queryByText(text)?.closest('[hidden]') === null

interface Resizable {
  readonly happyDOM: { readonly setViewport: (size: { readonly width?: number; readonly height?: number }) => void }
}

const resize = (width: number, height: number) =>
  (window as unknown as Resizable).happyDOM.setViewport({ width, height })
const before = { width: 0, height: 0 }

beforeEach(() => Object.assign(before, { width: window.innerWidth, height: window.innerHeight }))
afterEach(() => resize(before.width, before.height))

it('shows the chart above one of the other parts on a phone', async () => {
  resize(390, 844)
  view()
  expect(tabs()).toEqual(['Controls', 'Dataset', 'Results'])
  expect([isShown('A chart'), isShown('Fields')]).toEqual([true, true])
  await press('Results', 'tab')
  expect([isShown('A chart'), isShown('Rows')]).toEqual([true, true])
})

it('shows the chart as a tab in a low window, as a laptop at 200 % zoom, and keeps it while another part is shown', async () => {
  resize(720, 450)
  view()
  expect(tabs()).toEqual(['Chart', 'Controls', 'Dataset', 'Results'])
  const chart = screen.getByText('A chart')
  expect(isShown('A chart')).toBe(true)
  for (const [tab, text] of [
    ['Controls', 'Fields'],
    ['Dataset', 'Columns'],
    ['Results', 'Rows'],
  ] as const) {
    await press(tab, 'tab')
    expect([isShown(text), isShown('A chart')]).toEqual([true, false])
  }
  await press('Chart', 'tab')
  expect(screen.getByText('A chart')).toBe(chart)
  expect([isShown('A chart'), screen.queryByText('Rows')]).toEqual([true, null])
})
