import { expect, it } from 'vitest'
import { permissionGroup, permissionPhrase } from '#core/access/permission-text.ts'
import { permissionPairs } from './catalogue.ts'

it('names every permission of the product with unique words', () => {
  const phrases = permissionPairs.map((pair) => [pair.join(' '), permissionPhrase(pair)] as const)
  expect(phrases.filter(([, phrase]) => phrase === undefined)).toEqual([])
  const owners = new Map(phrases.map(([name, phrase]) => [phrase, name]))
  expect(phrases.filter(([name, phrase]) => owners.get(phrase) !== name)).toEqual([])
  // Names of the wire are written together or with an underscore.
  expect(phrases.filter(([, phrase]) => /_|[a-z][A-Z](?!L)/.test(phrase ?? ''))).toEqual([])
  const titles = new Set(permissionPairs.map(permissionGroup))
  expect([...titles].filter((title) => /_|[a-z][A-Z]|Api\b/.test(title))).toEqual([])
})
