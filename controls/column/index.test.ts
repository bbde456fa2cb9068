import { describe, expect, it } from 'vitest'
import { columnDraft, columnsOfDraft, columnTab } from './draft.ts'
import { columnRejection } from './drop.ts'
import type { ControlContext } from '#controls/control.ts'

const columns = [
  { column_name: 'date', type_generic: 2, is_dttm: true },
  { column_name: 'origin', type_generic: 1, is_dttm: false },
  { column_name: 'late', type_generic: 3, is_dttm: false, expression: 'delay > 15' },
] as const
const context: ControlContext = {
  dataset: { id: 1, type: 'table', name: 'flights', columns, metrics: [], time_grains: [] },
  form: { viz_type: 'table' },
}
const part = (kind: 'column' | 'metric', name: string) => ({ kind, name, label: name.toUpperCase() })

describe('dropped objects', () => {
  it('accepts a column of the dataset that is not selected yet', () => {
    expect(columnRejection(part('column', 'origin'), ['date'], {}, context)).toBeNull()
  })

  it('explains why it rejects other objects', () => {
    expect([
      columnRejection(part('metric', 'count'), [], {}, context),
      columnRejection(part('column', 'gone'), [], {}, context),
      columnRejection(part('column', 'origin'), ['origin'], {}, context),
      columnRejection(part('column', 'origin'), [], { columnFilter: (each) => each.is_dttm }, context),
    ]).toEqual([
      'COUNT is a metric; columns go here',
      'The dataset has no column of this name',
      'ORIGIN is there already',
      'ORIGIN is of a kind that cannot be chosen here',
    ])
  })
})

describe('the editor', () => {
  const lower = { label: 'lower(origin)', sqlExpression: 'lower(origin)', expressionType: 'SQL' } as const

  it('opens on the page of the edited value', () => {
    expect([undefined, 'origin', 'late', lower].map((column) => columnTab(column, columns))).toEqual([
      'simple',
      'simple',
      'saved',
      'sql',
    ])
  })

  it('returns its value unchanged', () => {
    expect(columnsOfDraft(columnDraft('origin'), 'simple')).toEqual(['origin'])
    expect(columnsOfDraft(columnDraft(lower), 'sql')).toEqual([lower])
    const named = { ...lower, label: 'small' }
    expect(columnsOfDraft(columnDraft(named), 'sql')).toEqual([named])
  })

  it('converts an expression to a column with a generated name unless it has a label', () => {
    expect(columnsOfDraft({ names: [], sql: ' lower(origin) ', label: ' ' }, 'sql')).toEqual([lower])
    expect(columnsOfDraft({ names: ['origin'], sql: '  ', label: 'x' }, 'sql')).toEqual([])
  })
})
