import { describe, expect, it } from 'vitest'
import type { TextInterpretation, UploadPreview } from '#core/rest/upload.ts'
import { PREVIEW } from '#testing/upload-preview.ts'
import {
  columnPlan,
  editColumn,
  editedColumns,
  hasNoColumns,
  nameErrors,
  planTypeOf,
} from '#client/upload/column-edits.ts'

const SOURCES = ['id', 'paid', 'note']

describe('columnPlan', () => {
  it('lists the columns that are changed, by their name in the file', () => {
    const edits = {
      id: { name: 'id' },
      paid: { name: ' amount ', type: 'number' },
      note: { name: 'x', type: 'text', isExcluded: true },
    } as const
    expect(columnPlan(edits, SOURCES)).toEqual([
      { source: 'paid', name: 'amount', type: 'number' },
      { source: 'note', isExcluded: true },
    ])
  })

  it('leaves out columns that the file does not have under its present reading', () => {
    expect(columnPlan({ gone: { type: 'text' } }, SOURCES)).toEqual([])
  })
})

describe('nameErrors', () => {
  it('rejects an empty name and a name that another column has in any case', () => {
    const errors = nameErrors({ id: { name: ' ' }, note: { name: 'PAID' } }, SOURCES)
    expect([...errors]).toEqual([
      ['id', 'Enter a name.'],
      ['note', 'Another column has this name.'],
    ])
  })

  it('accepts the name of an excluded column, and two names that are exchanged', () => {
    expect(nameErrors({ id: { isExcluded: true }, note: { name: 'id' } }, SOURCES).size).toBe(0)
    expect(nameErrors({ id: { name: 'note' }, note: { name: 'id' } }, SOURCES).size).toBe(0)
  })
})

it('hasNoColumns is true when every column is excluded', () => {
  const out = { isExcluded: true }
  expect([
    hasNoColumns({ id: out, paid: out }, SOURCES),
    hasNoColumns({ id: out, paid: out, note: out }, SOURCES),
  ]).toEqual([false, true])
})

it.each([
  ['BIGINT', 'integer'],
  ['UTINYINT', 'integer'],
  ['integer', 'integer'],
  ['INTERVAL', 'text'],
  ['DECIMAL(18,3)', 'number'],
  ['double precision', 'number'],
  ['BOOLEAN', 'boolean'],
  ['DATE', 'date'],
  ['TIMESTAMP WITH TIME ZONE', 'timestamp'],
  ['TIME', undefined],
  ['VARCHAR', 'text'],
])('planTypeOf reads %s as %s', (engineType, type) => {
  expect(planTypeOf(engineType)).toBe(type)
})

it('editedColumns shows the values of the planned preview by name, and those of the file for excluded columns', () => {
  const column = (name: string, type: string) => ({ name, type, isEitherOrder: false })
  const preview = (columns: UploadPreview['columns'], rows: UploadPreview['rows']) => ({
    ...PREVIEW,
    columns,
    rows,
    column_names: columns.map(({ name }) => name),
  })
  const original = preview(
    [column('id', 'BIGINT'), column('note', 'VARCHAR'), column('n', 'VARCHAR')],
    [['1', 'a', '7']],
  )
  const planned = preview([column('key', 'BIGINT'), column('n', 'DOUBLE')], [['1', '7.0']])
  const edits = { id: { name: 'key' }, note: { isExcluded: true }, n: { type: 'number' as const } }
  const shown = editedColumns(original, planned, edits).map(({ source, name, type, isExcluded, cells }) => [
    source,
    name,
    type,
    isExcluded,
    ...cells,
  ])
  expect(shown).toEqual([
    ['id', 'key', 'integer', false, '1'],
    ['note', 'note', 'text', true, 'a'],
    ['n', 'n', 'number', false, '7.0'],
  ])
})

it('editedColumns formats values', () => {
  const column = (name: string, interpretations: readonly TextInterpretation[]) => ({
    name,
    type: interpretations.includes('yes-no') ? 'BOOLEAN' : 'DOUBLE',
    isEitherOrder: false,
    interpretations,
  })
  const columns = [
    column('price', ['decimal-comma', 'currency']),
    column('share', ['percent']),
    column('paid', ['yes-no']),
  ]
  const found = { ...PREVIEW, columns, column_names: ['price', 'share', 'paid'], rows: [] }
  const labels = (edits: Parameters<typeof editedColumns>[2]) =>
    editedColumns(found, undefined, edits).map((each) => each.typeLabel)
  expect(labels({ share: { type: 'text' } })).toEqual([
    'number (decimal comma, currency)',
    'text',
    'yes or no (from the words yes and no)',
  ])
  expect(labels({})[1]).toBe('number (percent)')
})

describe('columns named like inherited members', () => {
  const sources = ['constructor', '__proto__', 'toString']

  it('have no changes until the user makes some', () => {
    expect(columnPlan({}, sources)).toEqual([])
    expect([...nameErrors({}, sources)]).toEqual([])
  })

  it('are renamed and excluded like others', () => {
    const excluded = editColumn({}, '__proto__', { isExcluded: true })
    expect(columnPlan(editColumn(excluded, 'constructor', { name: 'maker' }), sources)).toEqual([
      { source: 'constructor', name: 'maker' },
      { source: '__proto__', isExcluded: true },
    ])
  })
})
