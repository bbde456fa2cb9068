import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { filterOf, normalizeScim, operationsOf, removedElements, requirePaths, scimLibrary } from './scim-schema.ts'

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']

const shared = [
  Object.prototype,
  Array.prototype,
  String.prototype,
  Object,
  Array.prototype.slice,
  Array.prototype.push,
]
const propertiesOf = (target: object) => Reflect.ownKeys(target).map(String)
let before: readonly (readonly string[])[] = []
const { keys } = Object

beforeAll(async () => {
  await scimLibrary()
  before = shared.map(propertiesOf)
})

afterEach(() => {
  const isSame = JSON.stringify(shared.map(propertiesOf)) === JSON.stringify(before)
  if (!isSame || Object.keys !== keys) throw new Error('an object of the whole process has changed')
})

describe('a filter that names a property of all objects', () => {
  it.each([
    '__proto__.allow eq "x"',
    '__PROTO__.allow eq "x"',
    'constructor.keys eq "x"',
    'userName pr and__proto__.allow pr',
    'userName pr or true__proto__.allow pr',
    'emails pr and emails.slice.call pr',
    '"a.__proto__.allow.b" eq "1"',
    '("a.__proto__.allow.b" eq "1")',
    'emails["a.__proto__.allow.b" eq "1"].value pr',
    'emails[__proto__.allow eq "1"].value pr',
    '(title eq ") or __proto__.allow eq (")',
    'title eq "a" or __proto__.allow eq "1"',
    `${ENTERPRISE}:__proto__.allow pr`,
  ])('returns an error: %s', async (filter) => {
    await expect(filterOf(filter)).rejects.toMatchObject({ code: 'scim-wrong' })
    await expect(requirePaths([filter, `emails[${filter}].value`])).rejects.toMatchObject({ code: 'scim-wrong' })
  })
})

it.each([
  'userName eq "constructor"',
  'userName eq "DOMAIN\\\\ada"',
  'displayName eq "Sales (toString) [b]"',
  'not (active eq true)',
  'meta.lastModified gt "2026-01-01T00:00:00Z"',
  `${ENTERPRISE}:manager.value eq "7"`,
  'emails[type eq "work" and value co "@example.org"]',
  'emails[type eq "work"].value sw "a" and NAME.familyName PR',
  '(userName eq "a" or userName eq "b") and active eq true',
  Array.from({ length: 40 }, (_, at) => `value eq "${at}"`).join(' or '),
])('accepts the filter %s', async (filter) => {
  expect((await filterOf(filter)).length).toBeGreaterThan(0)
})

it.each(['userName', 'emails[type eq "work"].value', ENTERPRISE, `${ENTERPRISE}:manager.value`, 'name.givenName'])(
  'accepts the path %s',
  async (path) => {
    await expect(requirePaths([path])).resolves.toBeUndefined()
  },
)

it.each([
  `${ENTERPRISE}:__proto__.allow`,
  `${ENTERPRISE}:__PROTO__.allow`,
  `${ENTERPRISE}:constructor.keys`,
  `${ENTERPRISE}:manager.push.call`,
  'emails[__proto__.allow eq "1"].value',
  'constructor',
])('rejects the key %s in bodies and in values of PATCH', async (key) => {
  for (const value of [{ [key]: 'anyone' }, { name: { [key]: 'anyone' } }, { emails: [{ [key]: 'anyone' }] }]) {
    await expect(normalizeScim(value)).rejects.toMatchObject({ code: 'scim-wrong' })
    const operations = operationsOf({ schemas, Operations: [{ op: 'add', value }] })
    await expect(operations).rejects.toMatchObject({ code: 'scim-wrong' })
  }
})

it.each([
  [[{ '__proto__.allow': '1' }]],
  [[{ value: 'x" or __proto__.allow eq "1' }]],
  [[{ 'type pr or value': 'x' }]],
  [[{ value: { value: 'x' } }]],
])('rejects the removal of %j', async (value) => {
  await expect(removedElements(value)).rejects.toMatchObject({ code: 'scim-wrong' })
})

it('returns the elements that a removal names', async () => {
  expect(await removedElements([{ value: 'a@b', primary: true }])).toEqual([{ value: 'a@b', primary: true }])
  expect(await removedElements('a@b')).toEqual([{ value: 'a@b' }])
})

it('limits the filters whose alternatives multiply, and the length of paths', async () => {
  const groups = (count: number) => Array.from({ length: count }, () => '(title pr or locale pr)').join(' and ')
  const many = `(title pr) and ${Array.from({ length: 12 }, () => 'title pr').join(' and ')}`
  const path = 'a.'.repeat(bounds['scim-filter-length'].most)
  const calls = {
    'scim-filter-groups': () => filterOf(groups(3)),
    'scim-filter-operators': () => filterOf(many),
    'scim-filter-length': () => operationsOf({ schemas, Operations: [{ op: 'add', path, value: 'x' }] }),
  }
  for (const [bound, call] of Object.entries(calls)) await expect(call()).rejects.toMatchObject({ extra: { bound } })
  const crossed = Array.from({ length: 3 }, () => 'emails[type pr or value pr]').join('.')
  await expect(filterOf(crossed)).rejects.toMatchObject({ code: expect.stringMatching(/scim-wrong|bound-passed/) })
  expect(await filterOf(groups(2))).toHaveLength(4)
})
