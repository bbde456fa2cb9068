import { describe, expect, it } from 'vitest'
import { lineAndColumn, sourceMap } from './template-map.ts'

describe('the position in a template of an offset in its text', () => {
  it('stays the same if no tag was rendered', () => {
    expect(sourceMap('SELECT nope', 'SELECT nope')(7)).toBe(7)
  })

  it('shifts after a tag that became longer or shorter', () => {
    const template = 'SELECT {{ a }} FROM nope'
    const rendered = 'SELECT 12345678901234 FROM nope'
    const at = sourceMap(template, rendered)
    expect(at(rendered.indexOf('nope'))).toBe(template.indexOf('nope'))
    expect(at(0)).toBe(0)
  })

  it('returns the tag for the output of the tag', () => {
    const template = 'SELECT {{ a }} FROM t'
    const rendered = 'SELECT nope, 1 FROM t'
    expect(sourceMap(template, rendered)(rendered.indexOf('nope'))).toBe(template.indexOf('{{'))
  })

  it.each([
    [0, 1, 1],
    [7, 1, 8],
    [9, 2, 1],
    [11, 2, 3],
  ])('offset %i is line %i, column %i', (offset, line, column) => {
    expect(lineAndColumn('SELECT 1\nFROM t', offset)).toEqual({ line, column })
  })
})
