import { expect, it } from 'vitest'
import { type JoinSideDraft, joinRequest, withDataset, withGuessedKeys, withoutSide } from './join-draft.ts'

const first: JoinSideDraft = { datasetId: 1, type: 'left', keys: [{}] }
const second: JoinSideDraft = { datasetId: 2, type: 'inner', keys: [{ column: 'id', with: 0, withColumn: 'customer' }] }

it('sends a join once all datasets and keys are chosen', () => {
  expect(joinRequest([first, second])).toEqual([
    { dataset_id: 1 },
    { dataset_id: 2, type: 'inner', keys: [{ column: 'id', with: 0, with_column: 'customer' }] },
  ])
  expect(joinRequest([first, { type: 'left', keys: [{}] }])).toBeUndefined()
  expect(joinRequest([first, { ...second, keys: [...second.keys, { column: 'id' }] }])).toBeUndefined()
  expect(joinRequest([first, { ...second, keys: [] }])).toBeUndefined()
})

it('guesses an empty key: a column that an earlier dataset has as well', () => {
  const columns = [
    ['id', 'Customer'],
    ['customer', 'name'],
  ]
  const empty: JoinSideDraft = { datasetId: 2, type: 'left', keys: [{}] }
  const sides = withGuessedKeys([first, empty], columns)
  expect(sides).toEqual([first, { ...empty, keys: [{ column: 'customer', with: 0, withColumn: 'Customer' }] }])
  expect(withGuessedKeys([first, empty], [['id'], ['other']])).toEqual([first, empty])
  expect(withGuessedKeys([first, second], columns)).toEqual([first, second])
})

it('empties the keys of a dataset that is replaced, and those that name it', () => {
  expect(withDataset([first, second], 0, 9)).toEqual([
    { ...first, datasetId: 9 },
    { ...second, keys: [{}] },
  ])
  expect(withDataset([first, second], 1, 9)).toEqual([first, { ...second, datasetId: 9, keys: [{}] }])
})

it('keys follow their dataset when an earlier one is removed', () => {
  const third: JoinSideDraft = {
    datasetId: 3,
    type: 'left',
    keys: [
      { column: 'a', with: 1, withColumn: 'id' },
      { column: 'b', with: 0, withColumn: 'id' },
    ],
  }
  expect(withoutSide([first, second, third], 0)).toEqual([
    { ...second, keys: [{}] },
    { ...third, keys: [{ column: 'a', with: 0, withColumn: 'id' }, {}] },
  ])
})
