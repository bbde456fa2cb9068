import { expect, it } from 'vitest'
import { columnDifferences, guessRenames } from './column-differences.ts'

const columns = (given: Readonly<Record<string, string | undefined>>) =>
  Object.entries(given).map(([name, type]) => ({ name, type }))

it('lists columns that are added, removed or of another type', () => {
  const before = columns({ id: 'BIGINT', region: 'VARCHAR', price: 'BIGINT', note: 'VARCHAR' })
  const after = columns({ id: 'BIGINT', area: 'VARCHAR', price: 'DOUBLE', note: undefined })
  expect(columnDifferences(before, after)).toEqual({
    added: ['area'],
    removed: ['region'],
    typeChanged: [{ name: 'price', before: 'BIGINT', after: 'DOUBLE' }],
  })
})

it.each([
  [
    'the column of the same type at the same position',
    { id: 'BIGINT', region: 'VARCHAR', price: 'DOUBLE' },
    { id: 'BIGINT', area: 'VARCHAR', sum: 'DOUBLE' },
    { region: 'area', price: 'sum' },
  ],
  [
    'the nearest column of the same type',
    { a: 'VARCHAR', b: 'VARCHAR' },
    { n: 'BIGINT', x: 'VARCHAR', y: 'VARCHAR' },
    { a: 'y', b: 'x' },
  ],
  ['integers of another width', { n: 'INTEGER' }, { m: 'BIGINT' }, { n: 'm' }],
  ['no column of another type', { n: 'BIGINT' }, { day: 'DATE' }, {}],
  ['no column whose type is unknown', { n: 'BIGINT' }, { m: undefined }, {}],
  ['no column that the dataset has', { n: 'BIGINT', m: 'BIGINT' }, { m: 'BIGINT' }, {}],
])('guesses %s', (_, before, after, guessed) => {
  expect(guessRenames(columns(before), columns(after))).toEqual(guessed)
})
