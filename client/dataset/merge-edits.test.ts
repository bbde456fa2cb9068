import { expect, it } from 'vitest'
import { type EditableDataset, startEdit } from './edit-draft.ts'
import { mergeEdits } from './merge-edits.ts'

const dataset: EditableDataset = {
  id: 3,
  version: 8,
  table_name: 'flights',
  description: 'as it was',
  columns: [
    { id: 1, column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false, expression: null },
    { id: 2, column_name: 'dest', type: 'VARCHAR', type_generic: 1, is_dttm: false, expression: null },
    { id: 3, column_name: 'late', type: null, type_generic: 3, is_dttm: false, expression: 'delay > 15' },
  ],
  metrics: [{ id: 9, metric_name: 'count', expression: 'COUNT(*)' }],
}
const base = startEdit(dataset)
const names = (edit: typeof base) => edit.columns.map(({ id, column_name }) => [id, column_name])

it('Fields I changed are mine, the others theirs', () => {
  const merged = mergeEdits(
    base,
    { ...base, description: 'mine', offset: 2 },
    { ...base, description: 'theirs', cache_timeout: 60, owners: [4] },
  )
  expect(merged).toMatchObject({ description: 'mine', offset: 2, cache_timeout: 60, owners: [4] })
})

it('A column that both edited has the changes of both', () => {
  const [origin, ...rest] = base.columns
  const mine = { ...base, columns: [{ ...origin, verbose_name: 'From' } as never, ...rest] }
  const theirs = { ...base, columns: [{ ...origin, description: 'IATA code' } as never, ...rest] }
  expect(mergeEdits(base, mine, theirs).columns[0]).toMatchObject({
    id: 1,
    verbose_name: 'From',
    description: 'IATA code',
  })
})

it('Columns added and removed on either side are added and removed', () => {
  const fresh = (column_name: string, id?: number) =>
    ({ key: `new-${column_name}`, column_name, expression: '1', ...(id === undefined ? {} : { id }) }) as never
  const mine = { ...base, columns: [...base.columns.filter(({ id }) => id !== 2), fresh('a'), fresh('both')] }
  const theirs = { ...base, columns: [...base.columns.filter(({ id }) => id !== 3), fresh('b', 7), fresh('both', 8)] }
  const merged = mergeEdits(base, mine, theirs)
  expect(names(merged)).toEqual([
    [1, 'origin'],
    [7, 'b'],
    [8, 'both'],
    [undefined, 'a'],
  ])
  expect(new Set(merged.columns.map(({ key }) => key)).size).toBe(4)
})

it('A column they removed while I worked on it stays, as a new one', () => {
  const mine = {
    ...base,
    columns: base.columns.map((each) => (each.id === 3 ? { ...each, expression: 'delay > 30' } : each)),
  }
  const theirs = { ...base, columns: base.columns.filter(({ id }) => id !== 3) }
  expect(mergeEdits(base, mine, theirs).columns.at(-1)).toMatchObject({ column_name: 'late', expression: 'delay > 30' })
  expect(mergeEdits(base, mine, theirs).columns.at(-1)?.id).toBeUndefined()
})
