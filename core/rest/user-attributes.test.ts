import { expect, it } from 'vitest'
import { attributesAsText, parseAttributeLines } from './attribute-lines.ts'
import { readAttributes, userAttributes } from './user-attributes.ts'

it('attributes are lines of name and value; several lines of a name are several values', () => {
  const attributes = { region: ['north', 'south'], team: 'a = b' }
  const text = 'region = north\nregion = south\nteam = a = b'
  expect(attributesAsText(attributes)).toBe(text)
  expect(parseAttributeLines(`\n${text}\n  \n`)).toEqual(attributes)
  expect(parseAttributeLines('')).toEqual({})
})

it.each(['region', '= north', '1st = x', 'a-b = x'])('the line %s is no attribute', (line) => {
  expect(parseAttributeLines(line)).toBeUndefined()
})

it('bodies have texts or lists of texts, within limits', () => {
  expect(userAttributes.safeParse({ region: 'north', teams: ['a', 'b'] }).success).toBe(true)
  for (const wrong of [
    { 'a-b': 'x' },
    { a: 1 },
    { a: [1] },
    { a: 'x'.repeat(1001) },
    Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`a${at}`, 'x'])),
    [],
  ])
    expect([wrong, userAttributes.safeParse(wrong).success]).toEqual([wrong, false])
})

it('a user without stored attributes has none', () => {
  expect(readAttributes(null)).toEqual({})
  expect(readAttributes('{"region":"north"}')).toEqual({ region: 'north' })
})
