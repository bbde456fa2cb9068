import { expect, it } from 'vitest'
import { changeDataset, datasetEdited, syncDatasetWithForm } from './change-dataset.ts'
import { lockedReason, mayEditDataset, notOwnerReason } from '#client/dataset/dataset-access.ts'
import { datasetQuery } from '#client/dataset/dataset-list.ts'
import { isLongName } from '#client/dataset/long-name.ts'
import { sqlLabFields } from '#client/chart/open-sql-lab.ts'
import { createExploreStore } from '#client/explore/state/store.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'

const dataset = (id: number, table_name: string, time: string): DatasetResponse => ({
  id,
  table_name,
  columns: [
    { column_name: 'origin', type_generic: 1, is_dttm: false },
    { column_name: time, type_generic: 2, is_dttm: true },
  ],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
})
const flights = dataset(3, 'flights', 'date')
const trips = dataset(7, 'trips', 'left')

function explore() {
  const form = {
    viz_type: 'table',
    datasource: '3__table',
    granularity_sqla: 'date',
    groupby: ['origin'],
    metrics: ['count'],
  }
  return createExploreStore({ slice: null, dataset: flights, form, title: '' })
}

it('E-DATASET-06: the selected dataset is that of the chart, and undo restores the previous one', () => {
  const store = explore()
  const followed: number[] = []
  const stop = syncDatasetWithForm(store, (id) => followed.push(id))
  changeDataset(store, trips, 1)
  expect(store.getState().dataset).toBe(trips)
  expect(store.getState().form).toMatchObject({
    datasource: '7__table',
    granularity_sqla: 'left',
    groupby: ['origin'],
    metrics: ['count'],
  })
  store.temporal.getState().undo()
  expect(store.getState().dataset).toBe(flights)
  expect(store.getState().form).toMatchObject({ datasource: '3__table', granularity_sqla: 'date' })
  store.temporal.getState().redo()
  expect(store.getState().dataset).toBe(trips)
  expect(followed).toEqual([7, 3, 7])
  stop()
})

it('a chart that crashed on its old dataset draws again', () => {
  const store = explore()
  store.setState(({ charts }) => ({
    charts: { 0: { ...charts[0], chartStatus: 'failed', chartStackTrace: 'at View' } as never },
  }))
  changeDataset(store, trips, 5)
  expect(store.getState().charts[0]).toMatchObject({ chartStatus: '', chartStackTrace: null })
})

it('a dataset that was edited stays edited when the form is undone', () => {
  const store = explore()
  const stop = syncDatasetWithForm(store, () => undefined)
  store.setState(({ form }) => ({ form: { ...form, row_limit: 5 } }))
  const edited = { ...flights, table_name: 'flights of 2001' }
  datasetEdited(store, edited)
  store.temporal.getState().undo()
  expect(store.getState().dataset).toBe(edited)
  expect(store.getState().charts[0]?.triggerQuery).toBe(true)
  stop()
})

it('E-DATASET-11: the dialog requests 25 datasets whose names contain the text, newest change first', () => {
  const order = { order_column: 'changed_on_delta_humanized', order_direction: 'desc', page_size: 25 }
  expect(datasetQuery('  ', 0)).toEqual({ ...order, page: 0 })
  expect(datasetQuery(' fli ', 2)).toEqual({
    ...order,
    page: 2,
    filters: [{ col: 'table_name', opr: 'ct', value: 'fli' }],
  })
})

it.each([
  ['owners', 5, 'Gamma', true],
  ['admins', 6, 'ADMIN', true],
  ['nobody else', 6, 'Alpha', false],
])('E-DATASET-24: the dataset is edited by %s', (_, userId, role, may) => {
  const user = { userId, roles: { [role]: [] } } as unknown as CurrentUser
  expect(mayEditDataset(user, { owners: [{ id: 5, first_name: 'A', last_name: 'B' }] })).toBe(may)
})

it('explains why a dataset cannot be edited: no permission, or managed externally', () => {
  const user = (role: string) => ({ userId: 6, roles: { [role]: [] } }) as unknown as CurrentUser
  const owners = [{ id: 5, first_name: 'A', last_name: 'B' }]
  const reason =
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.'
  const managed = "This dataset is managed externally, and can't be edited in the product"
  expect(notOwnerReason(user('Alpha'), { owners })).toBe(reason)
  expect(lockedReason(user('Alpha'), { owners })).toBe(reason)
  expect(lockedReason(user('Admin'), { owners })).toBeUndefined()
  expect(lockedReason(user('Admin'), { owners, is_managed_externally: true })).toBe(managed)
})

it('C-SQL-02: the SQL editor receives the key of the dataset and the SQL', () => {
  const fields = sqlLabFields({ datasourceKey: '3__table', sql: 'SELECT "a"' }, 'token')
  expect(JSON.parse(fields['form_data'] ?? '')).toEqual({ datasourceKey: '3__table', sql: 'SELECT "a"' })
  expect(fields['csrf_token']).toBe('token')
})

it('a name of more than 25 characters is shown in full', () => {
  expect([isLongName('x'.repeat(25)), isLongName('x'.repeat(26)), isLongName('🙂'.repeat(25))]).toEqual([
    false,
    true,
    false,
  ])
})
