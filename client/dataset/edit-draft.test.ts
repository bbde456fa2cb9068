import { describe, expect, it } from 'vitest'
import { storeDatasetDraft, readDatasetDraft } from './dataset-draft.ts'
import {
  checkEdit,
  type DatasetEdit,
  type EditableDataset,
  renamedEdit,
  savedData,
  startEdit,
  syncWithSource,
} from './edit-draft.ts'
import { changeField, uniqueKey, removeField } from './edit-tab.ts'
import { parseExtra, withExtra } from './field-extra.ts'

const dataset: EditableDataset = {
  id: 3,
  version: 8,
  table_name: 'flights',
  schema: null,
  sql: null,
  extra: null,
  offset: 0,
  owners: [{ id: 5, first_name: 'Ada', last_name: 'L' }],
  columns: [
    { id: 1, column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false, expression: '', extra: null },
    { id: 2, column_name: 'late', type: null, type_generic: 3, is_dttm: false, expression: 'delay > 15' },
  ],
  metrics: [{ id: 9, metric_name: 'count', expression: 'COUNT(*)' }],
}

const edit = startEdit(dataset)

describe('an edit of a dataset', () => {
  it('E-DATASET-26: saves it completely, with extra as JSON text and owners as ids', () => {
    const body = savedData(3, { ...edit, table_name: ' flights ', description: 'All', owners: [5, 6] })
    expect(Object.keys(body).slice(-5)).toEqual(['schema', 'metrics', 'columns', 'type', 'owners'])
    expect(body).toMatchObject({
      id: 3,
      type: 'table',
      table_name: 'flights',
      schema: null,
      sql: null,
      description: 'All',
      default_endpoint: null,
      cache_timeout: null,
      offset: 0,
      owners: [5, 6],
      metrics: [{ id: 9, metric_name: 'count', expression: 'COUNT(*)', extra: '{}' }],
    })
    expect(body['columns']).toEqual([
      { ...dataset.columns?.[0], expression: null, extra: '{}' },
      { ...dataset.columns?.[1], extra: '{}' },
    ])
  })

  it('saves its tags as ids; a draft without tags saves none', () => {
    const tagged = startEdit({ ...dataset, tags: [{ id: 4, name: 'weekly' }] })
    expect([tagged.tags, savedData(3, tagged)['tags']]).toEqual([[{ id: 4, name: 'weekly' }], [4]])
    expect(savedData(3, edit)).not.toHaveProperty('tags')
  })

  const wrong: readonly (readonly [string, Partial<DatasetEdit>, unknown])[] = [
    ['a dataset without a name', { table_name: ' ' }, { kind: 'name' }],
    ['empty SQL', { sql: ' ' }, { kind: 'sql' }],
    ['an extra that is not an object', { extra: '[1]' }, { kind: 'extra' }],
    ['template parameters that are not JSON', { template_params: '{' }, { kind: 'template_params' }],
    [
      'two columns of the same name',
      { columns: [...edit.columns, { key: 'n', column_name: 'origin ', expression: '1' }] },
      { kind: 'columns', names: ['origin'] },
    ],
    [
      'two metrics of the same name',
      { metrics: [...edit.metrics, { key: 'n', metric_name: 'count', expression: '1' }] },
      { kind: 'metrics', names: ['count'] },
    ],
    ['a metric without a name', { metrics: [{ key: 'n', metric_name: '', expression: '1' }] }, { kind: 'metric-name' }],
    [
      'calculated columns and metrics without an expression',
      {
        columns: [{ key: 'n', column_name: 'c', expression: ' ' }],
        metrics: [{ key: 'n', metric_name: 'm', expression: '' }],
      },
      { kind: 'expression', names: ['c', 'm'] },
    ],
  ]
  it.each(wrong)('E-DATASET-22: rejects %s', (_, change, problem) => {
    expect(checkEdit({ ...edit, ...change })).toEqual([problem])
  })

  it('saves an unchanged edit as it began', () => {
    expect(checkEdit(edit)).toEqual([])
  })

  it('syncs added, removed and retyped columns, and retains edits and calculated columns', () => {
    const found = [
      { name: 'origin', type: 'TEXT', is_dttm: false },
      { name: 'date', type: 'DATE', is_dttm: true },
      { name: 'late', type: 'BOOLEAN', is_dttm: false },
    ]
    const missing = { key: 'g', column_name: 'gone', type: 'INTEGER', expression: null }
    const synced = syncWithSource([...edit.columns, missing], found)
    expect([synced.added, synced.removed, synced.modified]).toEqual([['date'], ['gone'], ['origin']])
    expect(synced.columns.map(({ id, column_name, type }) => [id, column_name, type])).toEqual([
      [1, 'origin', 'TEXT'],
      [undefined, 'date', 'DATE'],
      [2, 'late', null],
    ])
  })

  it('restores it after the editor was closed, with its base version', () => {
    const items = new Map<string, string>()
    const shelf = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    }
    const changed = { ...edit, description: 'half a sen' }
    const draft = { version: 8, base: edit, edit: changed }
    const key = { userId: 1, datasetId: 3 }
    storeDatasetDraft(shelf, key, draft)
    expect(readDatasetDraft(shelf, key)).toEqual(JSON.parse(JSON.stringify(draft)))
    for (const other of [{ datasetId: 4 }, { userId: 2 }, { userId: null }])
      expect(readDatasetDraft(shelf, { ...key, ...other })).toBeNull()
    storeDatasetDraft(shelf, key, null)
    expect(readDatasetDraft(shelf, key)).toBeNull()
  })

  it('changes, adds and removes one part', () => {
    const parts = [
      { key: 'new-1', name: 'a' },
      { key: 'x', name: 'b' },
    ]
    expect(changeField(parts, 'x', { name: 'c' }).map(({ name }) => name)).toEqual(['a', 'c'])
    expect(removeField(parts, 'new-1')).toEqual([{ key: 'x', name: 'b' }])
    expect(uniqueKey(parts)).toBe('new-2')
  })
})

describe('the extra of a column or metric', () => {
  it('E-DATASET-32: stores certification and warning in extra and retains its other keys', () => {
    const extra = withExtra('{"kept":1,"warning_markdown":"old"}', { certified_by: 'Ada', details: 'checked' })
    expect(JSON.parse(extra)).toEqual({
      kept: 1,
      certification: { certified_by: 'Ada', details: 'checked' },
      warning_markdown: 'old',
    })
    expect(parseExtra(extra)).toEqual({ certified_by: 'Ada', details: 'checked', warning_markdown: 'old' })
    expect(withExtra(extra, { certified_by: '', details: '', warning_markdown: '' })).toBe('{"kept":1}')
    expect(parseExtra('no json')).toEqual({ certified_by: '', details: '', warning_markdown: '' })
  })
})

it('a renamed column keeps its id and its edits, and has the type of the source', () => {
  const before = [
    { key: 'column-0', id: 5, column_name: 'region', type: 'VARCHAR', verbose_name: 'Where' },
    { key: 'column-1', id: 6, column_name: 'price', type: 'INTEGER' },
  ]
  const { columns } = syncWithSource(before, [
    { name: 'area', type: 'TEXT', is_dttm: false },
    { name: 'price', type: 'INTEGER', is_dttm: false },
    { name: 'other', type: 'TEXT', is_dttm: false },
  ])
  const renamed = renamedEdit(columns, before, { region: 'area' })
  expect(renamed[0]).toMatchObject({ id: 5, column_name: 'area', type: 'TEXT', verbose_name: 'Where' })
  expect(renamed.slice(1)).toEqual(columns.slice(1))
})
