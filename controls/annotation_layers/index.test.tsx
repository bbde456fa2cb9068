import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { annotation_layers, layerProblems } from './index.ts'
import { LayerEditor } from './LayerEditor.tsx'
import { columnsOfForm, layerText, sourceChoices } from './source.ts'
import AnnotationLayersView from './View.tsx'
import type { Control } from '#controls/control.ts'
import { annotationSection } from '#charts/shared/controls/annotation-section.ts'
import { type AnnotationLayer, newLayer } from '#core/annotation/layer.ts'

const control = annotationSection.rows[0]?.[0] as Control
const wave: AnnotationLayer = { ...newLayer('Wave'), value: 'sin(x/1e9)' }
const context = {
  dataset: { id: 1, type: 'table', name: 'x', columns: [], metrics: [], time_grains: [] },
  form: { viz_type: 'echarts_timeseries_line' },
}
const nothing = () => undefined
const words = (markup: string) => markup.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')

it('E-ANNOT-01: layers are listed with a button to add one, and edited in a popover', () => {
  const list = words(
    renderToStaticMarkup(
      <AnnotationLayersView control={control} value={[wave]} onChange={nothing} errors={[]} context={context} />,
    ),
  )
  expect(list).toContain('|Wave: sin(x/1e9)|')
  expect(list).toContain('|Add annotation layer|')
  const editor = words(
    renderToStaticMarkup(<LayerEditor layer={wave} others={[]} control={control} onSave={nothing} onClose={nothing} />),
  )
  expect(editor).toMatch(/Layer configuration.*Display configuration.*Name.*Hide layer.*Annotation layer type.*Formula/)
})

it('E-ANNOT-03: events and intervals come from annotation layers or tables, series from charts', () => {
  expect(sourceChoices('EVENT').map((each) => each.value)).toEqual(['NATIVE', 'table'])
  expect(sourceChoices('INTERVAL').map((each) => each.value)).toEqual(['NATIVE', 'table'])
  expect(sourceChoices('TIME_SERIES').map((each) => each.value)).toEqual(['line'])
  expect(sourceChoices('FORMULA')).toEqual([])
})

it('E-ANNOT-04: formulas, events, intervals and series are offered', () => {
  const { choices } = control
  expect(Array.isArray(choices) && choices.map((each: { value: unknown }) => each.value)).toEqual([
    'FORMULA',
    'EVENT',
    'INTERVAL',
    'TIME_SERIES',
  ])
})

it('a layer must be complete, of a type the chart supports, with a unique name', () => {
  expect(layerProblems(wave, [], control)).toEqual([])
  expect(layerProblems({ ...wave, value: '1 +' }, [], control)).toEqual(['The formula ends too early'])
  expect(layerProblems(wave, [wave], control)).toEqual(['There is a layer of this name already'])
  expect(layerProblems({ ...wave, value: '' }, [], control)).toEqual(['Mandatory'])
  const onlyEvents = { ...control, choices: [{ value: 'EVENT', label: 'Event' }] }
  expect(layerProblems(wave, [], onlyEvents)).toEqual(['This chart cannot show annotations of this kind'])
})

it('an error of one layer is shown at it, and does not block the chart', () => {
  const broken = { ...wave, name: 'Broken', value: '1 +' }
  const lost = { ...wave, name: 'Lost', annotationType: 'EVENT', sourceType: 'NATIVE', value: 9 } as const
  expect(annotation_layers.check([broken, lost], control)).toEqual([])
  const list = renderToStaticMarkup(
    <AnnotationLayersView
      control={control}
      value={[wave, broken, lost]}
      onChange={nothing}
      errors={[]}
      context={{ ...context, layerErrors: { Lost: 'Not found' } }}
    />,
  )
  expect(list.match(/title="([^"]+)"/)?.[1]).toBe('The formula ends too early')
  expect(list.match(/aria-label="Not found"/g)).toHaveLength(1)
})

it('names the columns of the source chart of a layer', () => {
  expect(columnsOfForm({ groupby: ['origin'], metrics: ['count'] })).toEqual(['origin', 'count'])
  expect(columnsOfForm({ all_columns: ['start', 'end'], metrics: ['count'] })).toEqual(['start', 'end'])
  expect(layerText({ ...newLayer('Holidays'), annotationType: 'EVENT' })).toBe('Holidays')
})
