import { expect, it } from 'vitest'
import { type GenericType, STRING } from '#core/table/table.ts'
import { labelsIn } from './present-labels.ts'

const made = (data: unknown, names: readonly string[], labels: Readonly<Record<string, readonly string[]>> = {}) => ({
  data: Buffer.from(typeof data === 'string' ? data : JSON.stringify(data)),
  columns: names.map((name): { name: string; type: GenericType } => ({ name, type: STRING })),
  labels,
})

const read = (answer: ReturnType<typeof made>, format: 'rows' | 'columns', dimensions: readonly string[]) =>
  labelsIn(answer, answer.data, format, dimensions)

const odd = ['a', ']', '[', '"', '\\', '\\"],[', 'é😀', null, '', 'a']
const distinct = ['a', ']', '[', '"', '\\', '\\"],[', 'é😀', '<NULL>', '']

it.each([0, 1, 2])('reads the labels of a column at any position, with any text: %i', (at) => {
  const columns = [odd.map((_, row) => row), odd.toReversed(), odd.map(() => 1.5)]
  columns.splice(at, 0, odd)
  const names = ['x', 'y', 'z'].toSpliced(at, 0, 'label')
  expect([...read(made(columns, names), 'columns', ['label'])]).toEqual(distinct)
  const rows = odd.map((_, row) => Object.fromEntries(names.map((name, column) => [name, columns[column]?.[row]])))
  expect([...read(made(rows, names), 'rows', ['label'])]).toEqual(distinct)
})

it('joins the labels of several columns in the configured order', () => {
  const answer = made(
    [
      [1, 2],
      ['a', 'b'],
      [true, null],
    ],
    ['n', 'a', 'b'],
  )
  expect([...read(answer, 'columns', ['b', 'n'])]).toEqual(['true, 1', '<NULL>, 2'])
})

it('returns no labels of an empty result, and accepts spaces in its JSON', () => {
  expect([...read(made([[], []], ['a', 'b']), 'columns', ['b'])]).toEqual([])
  expect([...read(made(' [ [ 1 ] , [ 2 ] ] ', ['a', 'b']), 'columns', ['b'])]).toEqual(['2'])
})

it('reads labels of columns from the end of joined names, and removes the suffixes of forecasts', () => {
  const labels = { t: ['t'], 'm, Rome': ['m', 'Rome'], 'm, Oslo__yhat_upper': ['m', 'Oslo__yhat_upper'] }
  const keys = read(made([], ['t'], labels), 'columns', ['city'])
  expect([...keys]).toEqual(expect.arrayContaining(['Rome', 'Oslo']))
  expect([...read(made([], ['t'], labels), 'columns', ['kind', 'city'])]).toEqual(
    expect.arrayContaining(['m, Rome', 'm, Oslo']),
  )
})
