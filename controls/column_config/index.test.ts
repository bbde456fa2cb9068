import { describe, expect, it } from 'vitest'
import { column_config, delayOf, withFormFallbacks, validColumnConfig, visibleColumns } from './index.ts'
import type { Control, ControlContext } from '#controls/control.ts'
import { allConfigFields, columnConfig, configFields } from '#controls/shared/column-config.ts'
import { resultColumns } from '#controls/shared/result-columns.ts'

const control: Control = {
  type: 'column_config',
  name: 'column_config',
  label: 'Customize columns',
  affects: 'picture',
}
const context = (form: Record<string, unknown>): ControlContext => ({
  dataset: {
    id: 1,
    type: 'table',
    name: 'flights',
    columns: [
      { column_name: 'origin', type_generic: 1, is_dttm: false },
      { column_name: 'date', type_generic: 2, is_dttm: true, verbose_name: 'Day' },
      { column_name: 'delay', type_generic: 0, is_dttm: false },
    ],
    metrics: [{ metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Flights' }],
    time_grains: [],
  },
  form: { viz_type: 'table', ...form },
})
describe('the list of columns', () => {
  it('shows ten of more than twelve', () => {
    expect([12, 13].map((length) => visibleColumns(Array.from({ length }), false).length)).toEqual([12, 10])
    expect(visibleColumns(Array.from({ length: 13 }), true)).toHaveLength(13)
  })

  it("names the columns of the form's query", () => {
    const form = { groupby: ['origin', 'date'], metrics: ['count'], percent_metrics: ['count'], all_columns: ['delay'] }
    expect(resultColumns(context(form))).toEqual([
      { name: 'origin', label: 'origin', kind: 'text' },
      { name: 'date', label: 'Day', kind: 'time' },
      { name: 'count', label: 'Flights', kind: 'number' },
      { name: '%count', label: '%Flights', kind: 'number' },
    ])
    expect(resultColumns(context({ ...form, query_mode: 'raw' }))).toEqual([
      { name: 'delay', label: 'delay', kind: 'number' },
    ])
  })
})

describe('the settings of a column', () => {
  it('E-COLCFG-03: contain the eleven of the specification', () => {
    expect(allConfigFields.map((field) => field.name).toSorted()).toEqual([
      'alignPositiveNegative',
      'colorPositiveNegative',
      'columnWidth',
      'd3NumberFormat',
      'd3SmallNumberFormat',
      'd3TimeFormat',
      'emitTarget',
      'fractionDigits',
      'horizontalAlign',
      'showCellBars',
      'truncateLongCells',
    ])
  })

  it('E-COLCFG-04 E-COLCFG-07: the least width must be a number', () => {
    expect(validColumnConfig({ columnWidth: 'wide' }, configFields('number'))).toBeUndefined()
    expect(validColumnConfig({ columnWidth: '120' }, configFields('number'))).toEqual({ columnWidth: 120 })
  })

  it('E-COLCFG-05: an empty setting is not checked', () => {
    expect(validColumnConfig({ columnWidth: '' }, configFields('text'))).toEqual({})
  })

  it('E-COLCFG-06: sends no value while a setting is invalid', () => {
    expect(validColumnConfig({ columnWidth: 'x', showCellBars: false }, configFields('number'))).toBeUndefined()
  })

  it('E-COLCFG-08: toggles and selects wait 50 ms, text input 500 ms', () => {
    const waits = new Set(allConfigFields.map((field) => delayOf(field.kind)))
    expect([...waits].toSorted((a, b) => a - b)).toEqual([50, 500])
    expect(delayOf('text')).toBe(500)
  })

  it('fraction digits run from 0 to 100', () => {
    expect(configFields('number').find((field) => field.name === 'fractionDigits')).toMatchObject({ min: 0, max: 100 })
    expect(columnConfig({ a: { fractionDigits: 101 } }, 'a')).toEqual({ fractionDigits: 100 })
  })

  it("use the form's value for all columns while unset", () => {
    const meant = (form: Record<string, unknown>) =>
      withFormFallbacks({ viz_type: 'table', ...form }, configFields('number'))
        .filter((field) => field.kind === 'toggle')
        .map((field) => field.fallback)
    expect(meant({})).toEqual([true, false, true])
    expect(meant({ show_cell_bars: false, align_pn: true, color_pn: false })).toEqual([false, true, false])
  })

  it('keeps legal settings, and those of a later version too', () => {
    const saved = { a: { d3NumberFormat: ',d', horizontalAlign: 'center', visible: false } }
    expect(column_config.parse(saved, control)).toEqual(saved)
    expect(column_config.parse({ a: { horizontalAlign: 'up', showCellBars: 'no' }, b: 5 }, control)).toEqual({ a: {} })
  })
})
