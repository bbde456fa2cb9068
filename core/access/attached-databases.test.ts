import { expect, it } from 'vitest'
import { attachedDatabases, attachedText, MAX_ATTACHED, parseAttached, withAttachedText } from './attached-databases.ts'

it('parses schemas, databases and their schemas', () => {
  expect(parseAttached('shop:3, crm : 7 : public')).toEqual([
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
  expect(parseAttached(text)).toBeUndefined()
})
