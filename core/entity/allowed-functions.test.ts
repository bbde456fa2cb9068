import { expect, it } from 'vitest'
import { functionAllowlist, allowedFunctions, areAllowedFunctions } from './allowed-functions.ts'

const extra = (allowed: unknown) => JSON.stringify({ allowed_functions: allowed })

it.each<[string, string, boolean]>([
  ['geo', 'distance', true],
  ['GEO', 'Distance', true],
  ['geo', 'area', false],
  ['public', 'distance', false],
  ['tools', 'anything', true],
  ['toolshed', 'anything', false],
  ['tools', '*', true],
])('the function %s.%s is allowed: %s', (schema, name, admitted) => {
  expect(functionAllowlist(extra([' Geo.distance ', 'tools.*']))(schema, name)).toBe(admitted)
})

it.each([null, '', 'not JSON', 'null', '3', '[]', '{}', extra(null), extra('geo.distance'), extra([3, null])])(
  'settings that are %s allow no functions',
  (text) => {
    expect(allowedFunctions(text)).toEqual([])
    expect(functionAllowlist(text)('geo', 'distance')).toBe(false)
  },
)

it('returns names as written, without values that are not text', () => {
  expect(allowedFunctions(extra([' Geo.distance', 3, 'area']))).toEqual([' Geo.distance', 'area'])
})

it.each<[string, boolean]>([
  ['{}', true],
  ['not JSON', true],
  [extra(null), true],
  [extra([]), true],
  [extra(['geo.distance', ' tools.* ']), true],
  [extra(['geo.a.b']), true],
  [extra(['distance']), false],
  [extra(['.distance']), false],
  [extra(['geo.']), false],
  [extra(['geo.distance', 'area']), false],
  [extra(['geo.distance', 3]), false],
  [extra('geo.distance'), false],
  [extra({}), false],
])('whether %s may be saved: %s', (text, sound) => {
  expect(areAllowedFunctions(text)).toBe(sound)
})
