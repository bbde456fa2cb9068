import { expect, it } from 'vitest'
import { json, links, nullableText } from './field.ts'
import { changesBetween } from './changes.ts'

const entity = {
  fields: {
    name: nullableText(),
    params: json(),
    owners: links({ to: 'users', through: 'owners', here: 'entity_id', there: 'user_id' }),
  },
}
const between = (before: object, after: object) => changesBetween(entity, { ...before }, { ...after })

it('reports no change for equal values, also for JSON that is formatted differently', () => {
  const before = { name: 'a', params: '{"a": 1}', owners: [1], columns: [{ uuid: 'u' }] }
  expect(between(before, { name: 'a', params: '{"a":1}', owners: [1], columns: [{ uuid: 'u' }] })).toEqual([])
})

it('truncates long texts, omits long values and limits the number of keys', () => {
  const [cut] = between({ name: 'x'.repeat(500) }, { name: null })
  expect(cut).toEqual({ kind: 'value', field: 'name', before: `${'x'.repeat(400)}…`, after: null })
  const many = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`k${at}`, at]))
  const [keys] = between({ params: null }, { params: JSON.stringify({ ...many, k0: 'y'.repeat(500) }) })
  expect(keys).toMatchObject({ kind: 'keys', more: 10 })
  if (keys?.kind !== 'keys') throw new Error('Keys were to differ')
  expect([keys.keys.length, keys.keys[0], keys.keys[1]]).toEqual([
    60,
    { name: 'k0', how: 'added', isLong: true },
    { name: 'k1', how: 'added', after: 1 },
  ])
})

it.each(['__proto__', 'constructor', 'toString'])('reports a new key named %s, which every object inherits', (name) => {
  expect(between({ params: '{}' }, { params: `{"${name}":{}}` })).toEqual([
    { kind: 'keys', field: 'params', keys: [{ name, how: 'added', after: {} }], more: 0 },
  ])
})

it('compares values that are not objects by equality', () => {
  for (const params of ['[1]', 'no json', '3'])
    expect(between({ params: '{}' }, { params })).toEqual([
      { kind: 'value', field: 'params', before: '{}', after: params },
    ])
})

it('identifies parts by uuid, so that a renamed part has changed', () => {
  const part = (uuid: string, column_name: string) => ({ uuid, column_name })
  expect(between({ columns: [part('1', 'a'), part('2', 'b')] }, { columns: [part('1', 'A'), part('3', 'c')] })).toEqual(
    [{ kind: 'parts', field: 'columns', added: ['c'], removed: ['b'], changed: ['A'] }],
  )
  expect(between({ owners: [1, 2] }, { owners: [2, 3] })).toEqual([
    { kind: 'links', field: 'owners', added: [3], removed: [1] },
  ])
})
