import { describe, expect, it } from 'vitest'
import { type Condition, satisfies } from './condition.ts'
import { foldText } from './fold-text.ts'

const row = {
  id: 3,
  name: 'Élan Vital',
  note: null,
  published: true,
  owners: [1, 2],
  favoriteOf: [2],
  dashboards: [8],
  relations: { dataset: [{ id: 5, table_name: 'flights', owners: [9] }], none: [] },
}

describe('folding', () => {
  it.each([
    ['ÉLAN', 'elan'],
    ['e\u0301', 'e'],
    ['ﬁne', 'fine'],
    ['Ａpfel', 'apfel'],
    ['İstanbul', 'istanbul'],
    ['Straße', 'straße'],
    ['Йод', 'иод'],
    ['北京', '北京'],
    ['', ''],
  ])('folds %s to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded)).toBe(folded)
  })
})

it.each<[boolean, Condition]>([
  [true, true],
  [false, false],
  [true, { and: [] }],
  [false, { or: [] }],
  [true, { col: 'name', op: 'ct', value: 'VÍT' }],
  [true, { col: 'name', op: 'sw', value: 'e' }],
  [false, { col: 'name', op: 'ew', value: 'elan' }],
  [true, { col: 'name', op: 'ew', value: 'VITÁL' }],
  [false, { col: 'name', op: 'eq', value: 'élan vital' }],
  [true, { col: 'note', op: 'eq', value: null }],
  [true, { col: 'absent', op: 'eq', value: null }],
  [true, { col: 'note', op: 'neq', value: 'x' }],
  [false, { col: 'note', op: 'ct', value: '' }],
  [true, { col: 'note', op: 'nct', value: '' }],
  [false, { col: 'note', op: 'lt', value: 'x' }],
  [true, { not: { col: 'note', op: 'lt', value: 'x' } }],
  [true, { col: 'id', op: 'gte', value: 3 }],
  [false, { col: 'id', op: 'gt', value: 3 }],
  [true, { col: 'id', op: 'lte', value: 3 }],
  [false, { col: 'id', op: 'lte', value: 2 }],
  [false, { col: 'id', op: 'gte', value: 4 }],
  [true, { col: 'id', op: 'in', value: [null, 3] }],
  [false, { col: 'id', op: 'in', value: [] }],
  [true, { col: 'id', op: 'nin', value: [] }],
  [true, { col: 'name', op: 'lt', value: 'É\uffff' }],
  [true, { owner: 2 }],
  [false, { owner: 3 }],
  [true, { favoriteOf: 2 }],
  [false, { favoriteOf: 1 }],
  [true, { dashboard: 8 }],
  [true, { some: 'dataset', where: { and: [{ owner: 9 }, { col: 'table_name', op: 'sw', value: 'FLI' }] } }],
  [false, { some: 'dataset', where: { owner: 1 } }],
  [false, { some: 'none', where: true }],
  [false, { some: 'unknown', where: true }],
  [true, { some: 'owners', where: { col: 'id', op: 'eq', value: 1 } }],
])('the condition is %s: %j', (expected, condition) => {
  expect(satisfies(condition, row)).toBe(expected)
  expect(satisfies({ not: condition }, row)).toBe(!expected)
})

it('compares text by code points, above U+FFFF too', () => {
  expect(satisfies({ col: 'a', op: 'gt', value: '\uffee' }, { a: '🦊' })).toBe(true)
  expect(satisfies({ col: 'a', op: 'lt', value: 'ab' }, { a: 'a' })).toBe(true)
  expect(satisfies({ col: 'a', op: 'gt', value: 'a' }, { a: 'ab' })).toBe(true)
  expect(satisfies({ col: 'a', op: 'lte', value: 'ab' }, { a: 'ab' })).toBe(true)
  expect(satisfies({ col: 'a', op: 'lt', value: 'ab' }, { a: 'ab' })).toBe(false)
  expect(satisfies({ col: 'a', op: 'lt', value: 'b' }, { a: 'ab' })).toBe(true)
})

it('values of different types have no order, and only text is searched in text', () => {
  for (const op of ['gt', 'gte', 'lt', 'lte'] as const) {
    expect(satisfies({ col: 'a', op, value: '3' }, { a: 3 })).toBe(false)
    expect(satisfies({ col: 'a', op, value: null }, { a: 3 })).toBe(false)
  }
  for (const op of ['sw', 'ew', 'ct'] as const) expect(satisfies({ col: 'a', op, value: '3' }, { a: 3 })).toBe(false)
  for (const op of ['nsw', 'new', 'nct'] as const) expect(satisfies({ col: 'a', op, value: '3' }, { a: 3 })).toBe(true)
  expect(satisfies({ owner: 3 }, { owners: '3' })).toBe(false)
})
