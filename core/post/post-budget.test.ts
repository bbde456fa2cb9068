import { describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import type { PostProcessing } from '#core/query/query-object.ts'
import { type Column, NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'
import { BudgetExceeded, Budget } from './post-budget.ts'
import { runPost } from './index.ts'

const MAX_CELLS = bounds['post-cells'].most
const DAY = 86_400_000

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const tableOf = (columns: readonly Column[]): Table => ({ columns, rowCount: columns[0]?.values.length ?? 0 })
const metric = (name: string, count: number): Column => ({ name, type: NUMERIC, values: numbers(count) })
const texts = (name: string, count: number): Column => ({
  name,
  type: STRING,
  values: numbers(count).map((at) => `v${at}`),
})

/** Rows and columns that occur once each: a pivot creates the square of their number of cells. */
const diagonal = (count: number) => tableOf([texts('r', count), texts('c', count), metric('m', count)])
const sum = { m: { operator: 'sum' } }
const pivot = { operation: 'pivot', options: { index: ['r'], columns: ['c'], aggregates: sum } }
const days = (count: number) =>
  tableOf([
    { name: 'd', type: TEMPORAL, values: [0, (count - 1) * DAY] },
    ...numbers(59).map((at) => metric(`m${at}`, 2)),
  ])

/** Table and operations, with the number of cells they create. */
const growing: readonly (readonly [string, readonly [Table, PostProcessing[], cells: number]])[] = [
  ['a pivot', [diagonal(2000), [pivot], 2000 * 2001]],
  ['a pivot that is too wide', [diagonal(2236), [pivot], 2236 * 2237]],
  [
    'a filled time axis',
    [
      days(80_000),
      [{ operation: 'resample', options: { rule: '1D', method: 'asfreq', time_column: 'd' } }],
      80_000 * 60,
    ],
  ],
  [
    'a filled time axis that is too long',
    [
      days(84_000),
      [{ operation: 'resample', options: { rule: '1D', method: 'asfreq', time_column: 'd' } }],
      84_000 * 60,
    ],
  ],
  [
    'bins by group',
    [
      tableOf([texts('g', 4000), metric('m', 4000)]),
      [{ operation: 'histogram', options: { column: 'm', groupby: ['g'], bins: 1000 } }],
      4000 * 1001,
    ],
  ],
  [
    'too many bins by group',
    [
      tableOf([texts('g', 5000), metric('m', 5000)]),
      [{ operation: 'histogram', options: { column: 'm', groupby: ['g'], bins: 1000 } }],
      5000 * 1001,
    ],
  ],
  [
    'columns that are named many times',
    [
      tableOf([metric('m', 50_000)]),
      [{ operation: 'select', options: { columns: numbers(101).map(() => 'm') } }],
      50_000 * 101,
    ],
  ],
]

it.each(growing)('%s is created up to the maximum number of cells, and rejected by name beyond it', (_, given) => {
  const [table, steps, cells] = given
  if (cells <= MAX_CELLS) {
    const { table: made, index } = runPost(table, steps)
    expect(made.rowCount * (made.columns.length + index.length)).toBe(cells)
  } else {
    const refused = expect.objectContaining({
      code: 'bound-passed',
      extra: { bound: 'post-cells', count: cells, most: MAX_CELLS },
    })
    expect(() => runPost(table, steps)).toThrow(refused)
  }
})

it('a step with the maximum number of columns runs, and one more column is rejected by name', () => {
  const { most } = bounds['post-columns']
  const wide = (count: number) =>
    runPost(
      tableOf([
        texts('c', count),
        metric('m', count),
        { name: 'r', type: STRING, values: numbers(count).map(() => 'x') },
      ]),
      [pivot],
    )
  const { table, index } = wide(most - 1)
  expect(table.columns.length + index.length).toBe(most)
  expect(() => wide(most)).toThrow(expect.objectContaining({ extra: { bound: 'post-columns', count: most + 1, most } }))
})

describe('a limit of cells', () => {
  const allowed = (cells: number, work: number) => new Budget({ cells, columns: 100, work })
  const rolling = (window: number) => [
    { operation: 'rolling', options: { window, rolling_type: 'max', min_periods: 0, columns: { m: 'm' } } },
  ]

  it('allows operations up to the limit of cells, and no others', () => {
    const of = (cells: number) => runPost(diagonal(10), [pivot], allowed(cells, 1e6))
    expect(of(110).table.rowCount).toBe(10)
    expect(() => of(109)).toThrow(BudgetExceeded)
  })

  it('counts the cells that windows read', () => {
    const of = (window: number) => runPost(tableOf([metric('m', 1000)]), rolling(window), allowed(10_000, 100_000))
    expect(of(50).table.rowCount).toBe(1000)
    expect(() => of(500)).toThrow(BudgetExceeded)
  })

  it('counts the cost of a forecast', () => {
    const table = tableOf([
      { name: '__timestamp', type: TEMPORAL, values: numbers(100).map((at) => at * DAY) },
      metric('m', 100),
    ])
    const steps = [{ operation: 'prophet', options: { time_grain: 'P1D', periods: 10, confidence_interval: 0.8 } }]
    expect(runPost(table, steps, allowed(1000, 1e6)).table.rowCount).toBe(110)
    expect(() => runPost(table, steps, allowed(1000, 1e5))).toThrow(BudgetExceeded)
  })
})

it('rejects more Fourier terms than a season allows', () => {
  const table = tableOf([{ name: '__timestamp', type: TEMPORAL, values: [0, DAY] }, metric('m', 2)])
  const options = { time_grain: 'P1D', periods: 1, confidence_interval: 0.8, yearly_seasonality: 101 }
  expect(() => runPost(table, [{ operation: 'prophet', options }])).toThrow('Invalid option `yearly_seasonality`')
})
