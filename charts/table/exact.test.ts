import { expect, it } from 'vitest'
import { table } from './index.ts'
import { toProps as ownProps } from './props.ts'
import { cellText } from './cells.ts'
import { controls } from './controls.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { completeForm, initialForm } from '#controls/form.ts'
import { NUMERIC } from '#core/table/table.ts'

const toProps = (from: ChartInput) => propsFor(table, ownProps, from)

const form = { viz_type: 'table', metrics: ['count', 'mean'] }

/** Returns the formatted cells of the table, row by row. */
function written(own: Record<string, unknown>): string[] {
  const input: ChartInput = {
    form: { ...own, ...form },
    tables: [
      {
        columns: [
          { name: 'count', type: NUMERIC, values: [1261, 12] },
          { name: 'mean', type: NUMERIC, values: [2.217216171863345, 0.00012345] },
        ],
        rowCount: 2,
      },
    ],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  }
  return toProps(input).columns.flatMap((column) => column.values.map((value) => cellText(column, value, null)))
}

it('a new table formats integers in full, and small numbers without rounding to zero', () => {
  expect(written(initialForm(controls))).toEqual(['1,261', '12', '2.217', '0.000123'])
})

it('a saved table without a format keeps its former format', () => {
  expect(written(completeForm(form, controls))).toEqual(['1.26k', '12', '2.22', '123µ'])
})
