import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import AnnotationLayersView from './View.tsx'
import { annotationSection } from '#charts/shared/controls/annotation-section.ts'
import type { Control } from '#controls/control.ts'
import { type AnnotationLayer, newLayer } from '#core/annotation/layer.ts'
import { controlContext } from '#testing/control-context.ts'
import { box, choose, userInput, isOpen, press, mockResponses, waitForAssertion, write } from '#testing/user-input.ts'

const control = annotationSection.rows[0]?.[0] as Control
const form = { viz_type: 'table', all_columns: ['day', 'until', 'what'] }
const chart = (id: number, slice_name: string) => ({ id, slice_name, viz_type: 'table' })

/** Opens the control with stored layers and a server with two annotation layers and two tables. */
function open(start: readonly AnnotationLayer[] = [], layerErrors?: Readonly<Record<string, string>>) {
  mockResponses({
    '/api/v1/annotation_layer/9': { result: { id: 9, name: 'Of old' } },
    '/api/v1/annotation_layer/': {
      result: [
        { id: 7, name: 'Holidays' },
        { id: 8, name: 'Storms' },
      ],
      count: 2,
    },
    '/api/v1/chart/3': { result: { ...chart(3, 'Works'), params: JSON.stringify(form) } },
    '/api/v1/chart/': { result: [chart(3, 'Works'), chart(4, 'Fairs')], count: 2 },
  })
  const stored: { layers: readonly AnnotationLayer[] } = { layers: start }
  const context = { ...controlContext(), ...(layerErrors ? { layerErrors } : {}) }
  function StatefulControl() {
    const [value, setValue] = useState<readonly AnnotationLayer[] | undefined>(start)
    stored.layers = value ?? []
    return <AnnotationLayersView control={control} value={value} onChange={setValue} errors={[]} context={context} />
  }
  render(<StatefulControl />)
  return stored
}
afterEach(() => vi.unstubAllGlobals())
const tick = (name: string) => press(name, 'checkbox')
/** Selects an option after the server response; returns all options offered with it. */
async function take(label: string | RegExp, option: string) {
  await userInput().click(box(label))
  const found = await screen.findByRole('option', { name: option })
  const all = screen.getAllByRole('option').map(({ textContent }) => textContent)
  await userInput().click(found)
  return all
}

it('E-ANNOT-01: a layer is added to the list and edited in a popover, once its formula can be drawn', async () => {
  const stored = open()
  await press('Add annotation layer')
  expect(isOpen('Save')).toBe(false)
  await write(/^Name/, 'Wave')
  expect(isOpen('Save')).toBe(false)
  await write(/^Formula/, 'sin(x)')
  await tick('Hide layer')
  await press('Save')
  expect(stored.layers).toMatchObject([{ name: 'Wave', annotationType: 'FORMULA', value: 'sin(x)', show: false }])
  await press('Wave: sin(x)')
  await write(/^Formula/, 'sin(')
  expect(isOpen('Save')).toBe(false)
  await press('Close')
  expect(stored.layers).toMatchObject([{ value: 'sin(x)' }])
})

it('shows the configured appearance', async () => {
  const stored = open([{ ...newLayer('Wave'), value: 'x' }])
  await press('Wave: x')
  await press('Display configuration', 'tab')
  await choose('Style', 'Dotted')
  await choose('Opacity', '0.5')
  expect(screen.queryByRole('checkbox', { name: 'Show Markers' })).toBeNull()
  await tick('Automatic Color')
  await tick('Show label')
  await press('Save')
  expect(stored.layers).toMatchObject([
    { style: 'dotted', opacity: 'opacityMedium', color: '#1a85a0', showLabel: true, width: 1 },
  ])
  await press('Wave: x')
  await press('Display configuration', 'tab')
  await tick('Automatic Color')
  await press('Save')
  expect(stored.layers).toMatchObject([{ color: null, style: 'dotted' }])
})

it('a series has markers and a line', async () => {
  const stored = open([{ ...newLayer('Last year'), annotationType: 'TIME_SERIES', sourceType: 'line', value: 3 }])
  await press('Last year')
  await press('Display configuration', 'tab')
  await tick('Show Markers')
  await tick('Hide Line')
  await press('Save')
  expect(stored.layers).toMatchObject([{ showMarkers: true, hideLine: true }])
})

it('events come from an annotation layer that is selected by its name', async () => {
  const stored = open()
  await press('Add annotation layer')
  await write(/^Name/, 'Off')
  await choose('Annotation layer type', 'Event')
  await choose('Annotation source', 'Annotation layer')
  expect(await take(/^Annotation layer(?! type)/, 'Holidays')).toEqual(['Holidays', 'Storms'])
  await press('Save')
  expect(stored.layers).toMatchObject([{ name: 'Off', annotationType: 'EVENT', sourceType: 'NATIVE', value: 7 }])
})

it('a selected value that the list lacks is shown by name', async () => {
  open([{ ...newLayer('Off'), annotationType: 'EVENT', sourceType: 'NATIVE', value: 9 }])
  await press('Off')
  await waitForAssertion(() => expect(box(/^Annotation layer(?! type)/).textContent).toContain('Of old'))
  expect(await take(/^Annotation layer(?! type)/, 'Of old')).toEqual(['Holidays', 'Storms', 'Of old'])
})

it('intervals of a table need the columns of their start and end', async () => {
  const stored = open([{ ...newLayer('Works'), annotationType: 'INTERVAL', sourceType: 'table', value: 3 }])
  await press('Works')
  expect(isOpen('Save')).toBe(false)
  expect(await take('Interval start column', 'day')).toEqual(['day', 'until', 'what'])
  expect(isOpen('Save')).toBe(false)
  await choose('Interval End column', 'until')
  await choose('Title Column', 'what')
  await tick('Override time range')
  await tick('Override time grain')
  await write('Time Shift', '7 days')
  await press('Save')
  expect(stored.layers).toMatchObject([
    {
      value: 3,
      timeColumn: 'day',
      intervalEndColumn: 'until',
      titleColumn: 'what',
      overrides: { time_grain_sqla: null, time_shift: '7 days' },
    },
  ])
  expect(stored.layers[0]?.overrides).not.toHaveProperty('time_range')
})

it('two layers with one name are both listed and marked as such; a failure is shown at the layer', async () => {
  const wave = { ...newLayer('Wave'), value: 'x' }
  const stored = open([wave, { ...wave, value: '2 * x' }], { Wave: 'It was not drawn' })
  expect(screen.getAllByRole('button', { name: 'It was not drawn' })).toHaveLength(2)
  expect(screen.getAllByTitle('There is a layer of this name already')).toHaveLength(2)
  await press('Remove Wave: x')
  expect(stored.layers).toMatchObject([{ value: '2 * x' }])
  expect(screen.queryByTitle('There is a layer of this name already')).toBeNull()
})
