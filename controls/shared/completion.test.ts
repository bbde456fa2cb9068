import { expect, it } from 'vitest'
import { completed, completionsAt, popoverRows, sqlName, vocabulary } from './completion.ts'
import type { ControlContext } from '#controls/control.ts'

const column = (column_name: string) => ({ column_name, type_generic: 1, is_dttm: false }) as const
const context: ControlContext = {
  dataset: {
    id: 1,
    type: 'table',
    name: 'flights',
    columns: ['delay', 'origin', 'day of week', 'total_delay'].map(column),
    metrics: [],
    time_grains: [],
  },
  form: { viz_type: 'table' },
}

it('E-FILTER-06: what is typed is completed from the columns of the dataset', () => {
  const words = vocabulary(context)
  expect(completionsAt('de', 2, words)).toEqual(['delay', 'total_delay'])
  expect(completionsAt('origin = 1 AND da', 17, words)).toEqual(['"day of week"'])
  expect(completionsAt('su', 2, words)).toEqual(['SUM'])
  expect(completionsAt('delay > ', 8, words)).toEqual([])
  expect(completed('lower(ori) = 1', 9, 'origin')).toEqual(['lower(origin) = 1', 12])
  expect(completed('"day', 4, '"day of week"')).toEqual(['"day of week"', 13])
})

it('quotes names that are no plain words', () => {
  expect(['a_1', 'day of week', 'na"me'].map(sqlName)).toEqual(['a_1', '"day of week"', '"na""me"'])
})

it('E-CONTROLS-15: the editor of a popover shows 2 to 6 lines', () => {
  expect(['', 'a', 'a\nb\nc', 'a\n'.repeat(20)].map(popoverRows)).toEqual([2, 2, 3, 6])
})
