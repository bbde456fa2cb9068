import { expect, it } from 'vitest'
import { depthOf, mergeSmallParts, flattenBranches, MAX_NODES, nestedOf } from './nested.ts'
import { isPartHighlighted, nestedSelection } from './nested-selection.ts'
import { nestedQueries } from './nested-query.ts'
import { nestedMarks, nestedNote, nestedSummary } from './nested-texts.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { type Column, NUMERIC, STRING, type Table, type Value } from '#core/table/table.ts'

const text = (name: string, values: readonly Value[]): Column => ({ name, type: STRING, values })
const number = (name: string, values: readonly Value[]): Column => ({ name, type: NUMERIC, values })
const table = (...columns: readonly Column[]): Table => ({ columns, rowCount: columns[0]?.values.length ?? 0 })

/** Delays of carriers at two airports; the last two have no area. */
const parts = table(
  text('origin', ['ORD', 'ORD', 'ATL', 'ATL', null]),
  text('carrier', ['AA', 'UA', 'DL', 'AA', 'DL']),
  number('delay', [10, 20, 30, -4, null]),
)
/** The means over all rows: ORD 16, ATL 29, null 5, total 21. Bits: the carrier is 1, the airport 2. */
const totals = table(
  text('origin', ['ORD', 'ATL', null, null]),
  text('carrier', [null, null, null, null]),
  number('delay', [16, 29, 5, 21]),
  number('__grouping', [1, 1, 1, 3]),
)
const entries = [{ colors: { columns: ['origin'], places: { ORD: 1, ATL: 0 } } } as unknown as ResultMetadata]
const details = { entries, dataset: { verbose_map: {}, column_formats: {} }, labelColors: {} }
const requested = { levels: ['origin', 'carrier'], metric: 'delay', dateFormat: 'smart_date', showNulls: true }
const tree = nestedOf({ ...details, tables: [parts, totals] }, requested)

it('nests parts in the order of the result, sized by their sums', () => {
  const seen = flattenBranches(tree.branches).map(({ branch, ancestors }) => [
    ancestors.length,
    branch.name,
    branch.size,
    branch.value,
    branch.colorPosition,
  ])
  expect(seen).toEqual([
    [0, 'ORD', 30, 16, 1],
    [1, 'AA', 10, 10, 1],
    [1, 'UA', 20, 20, 1],
    [0, 'ATL', 30, 29, 0],
    [1, 'DL', 30, 30, 0],
  ])
  expect(flattenBranches(tree.branches)[1]?.branch.selection).toEqual({ origin: 'ORD', carrier: 'AA' })
  expect([depthOf(tree.branches), tree.total, tree.left]).toEqual([2, 21, 0])
})

it('shows the sums when there are no totals', () => {
  const single = nestedOf({ ...details, tables: [parts] }, requested)
  expect([single.total, single.branches.map(({ value }) => value)]).toEqual([60, [30, 30]])
})

it('makes a level without a value a separate part, or ends its parent', () => {
  const some = table(text('origin', ['ORD', 'ORD']), text('carrier', ['AA', null]), number('delay', [1, 2]))
  const of = (showNulls: boolean) => nestedOf({ ...details, tables: [some] }, { ...requested, showNulls }).branches
  expect(of(true)[0]?.children.map(({ name }) => name)).toEqual(['AA', '<NULL>'])
  expect(of(false)[0]).toMatchObject({ size: 3, children: [{ name: 'AA', size: 1 }] })
})

it('past its cap draws the largest parts and counts the others', () => {
  const many = Array.from({ length: 6_000 }, (_, at) => at + 1)
  const flat = table(text('origin', many.map(String)), number('delay', many))
  const capped = nestedOf({ ...details, tables: [flat] }, { ...requested, levels: ['origin'] })
  expect([capped.branches.length, capped.left, capped.branches[0]?.size]).toEqual([MAX_NODES, 1_000, 1_001])
  expect(nestedNote(capped)).toBe('At most 5000 parts are drawn, the largest first; 1000 smaller ones are not')
})

it('counts the parents of drawn parts, each once', () => {
  // Every second row belongs to ORD; the sizes decrease from 6,000 to 1.
  const sizes = Array.from({ length: 6_000 }, (_, at) => 6_000 - at)
  const origins = sizes.map((_, at) => (at % 2 === 0 ? 'ORD' : 'ATL'))
  const pairs = table(text('origin', origins), text('carrier', sizes.map(String)), number('delay', sizes))
  const capped = nestedOf({ ...details, tables: [pairs] }, requested)
  // Two origins and 4,998 of their parts.
  expect(capped.branches.map(({ name, children }) => [name, children.length])).toEqual([
    ['ORD', 2_499],
    ['ATL', 2_499],
  ])
  expect([flattenBranches(capped.branches).length, capped.left]).toEqual([MAX_NODES, 1_002])
})

it('queries the parts and the totals of each outer level', () => {
  const form = { viz_type: 'treemap_v2', groupby: ['origin', 'carrier'], metric: 'delay', sort_by_metric: true }
  expect(nestedQueries({ ...form, row_limit: 50 })).toMatchObject([
    { columns: ['origin', 'carrier'], orderby: [['delay', false]], row_limit: 50 },
    { columns: ['origin', 'carrier'], grouping_sets: [[], ['origin']], orderby: [], row_limit: 0 },
  ])
  expect(nestedQueries({ ...form, groupby: [] })).toEqual([])
})

it('picks of several levels filter by those they share', () => {
  const form = { viz_type: 'treemap_v2', groupby: ['origin', 'carrier'] }
  const [inner, outer] = [{ origin: 'ORD', carrier: 'AA' }, { origin: 'ATL' }]
  expect(nestedSelection.toDrillFilters([inner], form)).toEqual([
    { col: 'origin', op: 'IN', val: ['ORD'] },
    { col: 'carrier', op: 'IN', val: ['AA'] },
  ])
  expect(nestedSelection.toDataMask([inner, outer], form).extraFormData?.filters).toEqual([
    { col: 'origin', op: 'IN', val: ['ORD', 'ATL'] },
  ])
  expect(
    [inner, outer, { origin: 'SFO' }].map((selection) =>
      isPartHighlighted({ selectedMarks: [{ origin: 'ORD' }] }, selection),
    ),
  ).toEqual([true, false, false])
})

it('describes parts by keyboard with their path and shares', () => {
  expect(nestedMarks(tree, 'tree', 'SMART_NUMBER')[2]).toMatchObject({ dataIndex: 3, seriesId: 'tree' })
  expect(nestedMarks(tree, 'tree', 'SMART_NUMBER')[2]?.text()).toBe(
    'ORD › UA: 20, 66.7% of ORD, 33.3% of all that is drawn',
  )
  expect(nestedSummary(tree, 'delay', 'SMART_NUMBER')).toBe('delay in 5 parts. Largest: ORD 16, ATL 29')
})

it('merges parts that are too small into one at the end', () => {
  const some = table(
    text('origin', ['ORD', 'ORD', 'ORD', 'ORD', 'ATL']),
    text('carrier', ['AA', 'UA', 'B6', 'DL', 'DL']),
    number('delay', [2, 50, 1, 7, 3]),
  )
  const whole = nestedOf({ ...details, tables: [some] }, requested)
  const drawn = mergeSmallParts(whole, 5, (count) => `${count} parts`)
  const seen = flattenBranches(drawn.branches).map(({ branch }) => [branch.name, branch.size, branch.selection])
  // A single small part is not merged, and neither are the outermost parts.
  expect(seen).toEqual([
    ['ORD', 60, { origin: 'ORD' }],
    ['UA', 50, { origin: 'ORD', carrier: 'UA' }],
    ['DL', 7, { origin: 'ORD', carrier: 'DL' }],
    ['2 parts', 3, { origin: 'ORD' }],
    ['ATL', 3, { origin: 'ATL' }],
    ['DL', 3, { origin: 'ATL', carrier: 'DL' }],
  ])
})
