import { expect, it } from 'vitest'
import {
  attachedDatabases,
  attachedText,
  MAX_ATTACHED,
  parseAttachedDatabases,
  splitAttachedList,
  withAttachedText,
} from './attached-databases.ts'

it('parses schemas, databases and their schemas', () => {
  expect(parseAttachedDatabases('shop:3, crm : 7 : public')).toEqual([
    { schema: 'shop', id: 3, source: null },
    { schema: 'crm', id: 7, source: 'public' },
  ])
  expect(attachedDatabases({ sqlalchemy_uri: 'any:///?x=1&attached=shop%3A3%2Ccrm:7:Old%20data' })).toEqual([
    { schema: 'shop', id: 3, source: null },
    { schema: 'crm', id: 7, source: 'Old data' },
  ])
  expect(attachedDatabases({ sqlalchemy_uri: 'postgresql://u:p@h/attached=shop:3' })).toEqual([])
})

it('replaces the entries of a URI', () => {
  const uri = withAttachedText('any:///?x=1&attached=a:1&y=2#z', ' shop : 3, crm: 7: Old & new#?% ')
  expect(uri).toBe('any:///?x=1&attached=shop:3,crm:7:Old%20%26%20new%23%3F%25&y=2#z')
  expect(attachedText(uri)).toBe('shop:3,crm:7:Old & new#?%')
})

it.each([
  '',
  'shop',
  'shop:0',
  'shop:x',
  'Shop:1',
  'shop:1,',
  'shop:1,shop:2',
  'main:1',
  'facet_a0:1',
  'pg_temp:1',
  'shop:1:',
  Array.from({ length: MAX_ATTACHED + 1 }, (_, index) => `s${index}:1`).join(','),
])('rejects %j', (text) => {
  expect(parseAttachedDatabases(text)).toBeUndefined()
})

it.each([
  ['too many entries', Array.from({ length: MAX_ATTACHED + 1 }, (_, index) => `s${index}:1`).join(',')],
  ['a text of 1025 characters', `a:1:${'x'.repeat(1021)}`],
  ['spaces', `a${' '.repeat(200_000)}x`],
  ['separators', ':,'.repeat(200_000)],
])(
  'rejects %s at once',
  (_, text) => {
    const wrong = expect.objectContaining({ code: 'uri-wrong' })
    expect(() => withAttachedText('any:///?attached=x', text)).toThrow(wrong)
    expect(() => splitAttachedList(text)).toThrow(wrong)
    expect(parseAttachedDatabases(text)).toBeUndefined()
  },
  2000,
)

it('takes a text of 1024 characters and as many entries as allowed', () => {
  expect(parseAttachedDatabases(`a:1:${'x'.repeat(1020)}`)).toHaveLength(1)
  const text = Array.from({ length: MAX_ATTACHED }, (_, index) => `s${index}:1`).join(',')
  expect(parseAttachedDatabases(text)).toHaveLength(MAX_ATTACHED)
  expect(withAttachedText('any:///?attached=x', text)).toBe(`any:///?attached=${text}`)
})
