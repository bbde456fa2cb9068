import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import TextAreaView, { DialogEditor } from './View.tsx'
import type { Control, ControlContext } from '#controls/control.ts'

const control: Control = { type: 'text_area', name: 'template', label: 'Template', affects: 'picture' }
const context: ControlContext = {
  dataset: { id: 1, type: 'table', name: 'x', columns: [], metrics: [], time_grains: [] },
  form: { viz_type: 'table' },
}
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n')
const nothing = () => undefined
const inPanel = (value: string) =>
  renderToStaticMarkup(
    <TextAreaView control={control} value={value} onChange={nothing} errors={[]} context={context} />,
  )
const rowsOf = (markup: string) => Number(/<textarea[^>]*rows="(\d+)"/.exec(markup)?.[1])

it('E-CONTROLS-16: the editor shows 3 to 10 lines in 250 px, and 40 at least in a dialog', () => {
  expect([0, 1, 7, 10, 300].map((count) => rowsOf(inPanel(lines(count))))).toEqual([3, 3, 7, 10, 10])
  expect(inPanel('')).toMatch(/<textarea[^>]*max-height:250px/)
  const inDialog = (count: number) =>
    rowsOf(renderToStaticMarkup(<DialogEditor label="Template" text={lines(count)} onChange={nothing} />))
  expect([inDialog(1), inDialog(60)]).toEqual([40, 60])
})
