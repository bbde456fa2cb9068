import { describe, expect, it } from 'vitest'
import { categoricalScale, colorMemory } from './scale.ts'

const three = ['#aa0000', '#00aa00', '#0000aa']

describe('a categorical scale', () => {
  it('gives labels the colours in order of first use and keeps them', () => {
    const scale = categoricalScale(three)
    expect(['b', 'a', 'b', ' a ', 'c'].map(scale)).toEqual(['#aa0000', '#00aa00', '#aa0000', '#00aa00', '#0000aa'])
  })

  it('starts over when the colours are used up', () => {
    const scale = categoricalScale(three)
    expect(['a', 'b', 'c', 'd', 'e'].map(scale).slice(3)).toEqual(['#aa0000', '#00aa00'])
  })

  it('makes variants instead, lighter first, when asked to', () => {
    const scale = categoricalScale(three, { analogous: true })
    // A quarter of the way from #aa0000 to white: 170 + 85 / 4 = 191, 255 / 4 = 64.
    expect(['a', 'b', 'c', 'd'].map(scale).at(3)).toBe('#bf4040')
    expect(['e', 'f', 'g'].map(scale).at(2)).toBe('#800000')
  })

  it('lets colours set by hand win over frozen ones, and those over colours given before', () => {
    const memory = colorMemory()
    categoricalScale(three, { memory })('x')
    const scale = categoricalScale(three, {
      memory,
      labelColors: { x: '#111111', y: '#222222' },
      sharedLabelColors: { x: '#333333', z: '#444444' },
    })
    expect(['x', 'y', 'z'].map(scale)).toEqual(['#111111', '#222222', '#444444'])
  })

  it('does not give a colour a second time that a hand or another chart has given', () => {
    const memory = colorMemory()
    const first = categoricalScale(three, { memory, labelColors: { a: 'rgb(170, 0, 0)' } })
    const second = categoricalScale(three, { memory, labelColors: { a: 'rgb(170, 0, 0)' } })
    expect(first('b')).toBe('#00aa00')
    expect(second('c')).toBe('#0000aa')
    expect(second('b')).toBe('#00aa00')
  })
})
