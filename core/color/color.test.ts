import { describe, expect, it } from 'vitest'
import { categoricalScheme, categoricalSchemes } from './categorical.ts'
import { CONTRAST_THRESHOLD, textColorOn } from './contrast.ts'
import { DEFAULT_FIXED_COLOR, isOpacity, parseColor, printColor } from './rgb.ts'

describe('colour texts', () => {
  it('E-COLOR-04: accepts hex colours with 3 or 6 digits and rgb(), and rejects others', () => {
    expect(parseColor('#1fA')).toEqual({ r: 17, g: 255, b: 170, a: 1 })
    expect(parseColor('#1FA8C9')).toEqual({ r: 31, g: 168, b: 201, a: 1 })
    expect(parseColor('rgb(0, 122,135)')).toEqual({ r: 0, g: 122, b: 135, a: 1 })
    const refused = ['1fa8c9', '#1fa8', '#1fa8c9ff', '#12345g', 'rgb(0,0,256)', 'rgb(1,2)', 'rgba(1,2,3,1)', 'red', '']
    expect(refused.filter((text) => parseColor(text) !== undefined)).toEqual([])
  })

  it('E-COLOR-03: an opacity is a number from 0 to 1', () => {
    expect([0, 0.5, 1].filter(isOpacity)).toEqual([0, 0.5, 1])
    expect([-0.01, 1.01, Number.NaN, '0.5', null].filter(isOpacity)).toEqual([])
  })

  it('writes hex when opaque and rgba otherwise', () => {
    expect(printColor({ r: 31, g: 168, b: 201, a: 1 })).toBe('#1fa8c9')
    expect(printColor({ r: 31, g: 168, b: 201, a: 0.5 })).toBe('rgba(31, 168, 201, 0.5)')
  })

  it('K-QUERY-06: the default fixed colour is rgba 0,122,135,1', () => {
    expect(DEFAULT_FIXED_COLOR).toEqual({ r: 0, g: 122, b: 135, a: 1 })
  })

  it('K-QUERY-08: text is dark on backgrounds brighter than 186 and light on others', () => {
    expect(CONTRAST_THRESHOLD).toBe(186)
    // A grey is exactly as bright as its channels.
    expect(textColorOn({ r: 187, g: 187, b: 187, a: 1 })).toBe('dark')
    expect(textColorOn({ r: 185, g: 185, b: 185, a: 1 })).toBe('light')
    // 0.587 * 255 = 149.685; 0.299 * 255 + 149.685 = 225.93.
    expect(textColorOn({ r: 0, g: 255, b: 0, a: 1 })).toBe('light')
    expect(textColorOn({ r: 255, g: 255, b: 0, a: 1 })).toBe('dark')
  })
})

describe('schemes', () => {
  it('use unique ids and colours that can be read', () => {
    const all = categoricalSchemes
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(
      all.flatMap(({ colors, dark = [] }) => [...colors, ...dark]).filter((color) => parseColor(color) === undefined),
    ).toEqual([])
    for (const { id, colors, dark } of all) expect([id, dark?.length ?? colors.length]).toEqual([id, colors.length])
  })

  it('returns the scheme of the stored id; for an unknown id the scheme of the dashboard, otherwise the default scheme', () => {
    expect(categoricalScheme('lyftColors').colors[0]).toBe('#ea0b8c')
    expect(categoricalScheme('gone', ['#111111']).colors).toEqual(['#111111'])
    expect(categoricalScheme('gone').id).toBe('facet')
    expect(categoricalScheme(undefined).id).toBe('facet')
  })
})
