import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, metadataIn, propertiesOf, withMetadata, wrongIn } from './properties.ts'
import { openDashboard } from '#testing/dashboard.ts'

const before = propertiesOf(openDashboard({ color_scheme: 'd3Category10', unknown: { of: [1] } }).info)

describe('what is saved of the properties of a dashboard', () => {
  it('is nothing while nothing is changed, and each field alone when it is', () => {
    expect(changesOf(before, { ...before })).toEqual({})
    expect(changesOf(before, { ...before, title: ' Trips ' })).toEqual({ dashboard_title: 'Trips' })
    expect(changesOf(before, { ...before, slug: 'trips' })).toEqual({ slug: 'trips' })
    expect(changesOf({ ...before, slug: 'trips' }, before)).toEqual({ slug: null })
    expect(changesOf(before, { ...before, owners: [1, 2] })).toEqual({ owners: [1, 2] })
    expect(changesOf(before, { ...before, roles: [] })).toEqual({ roles: [] })
    expect(changesOf(before, { ...before, certifiedBy: 'Data team' })).toEqual({ certified_by: 'Data team' })
    expect(changesOf(before, { ...before, certificationDetails: 'Checked' })).toEqual({
      certification_details: 'Checked',
    })
  })

  it('what another field says of the metadata stands in their text, beside all other keys', () => {
    const after = withMetadata(withMetadata(before, 'color_scheme', undefined), 'refresh_frequency', 60)
    expect(metadataIn(after)).toEqual({ unknown: { of: [1] }, refresh_frequency: 60 })
    expect(JSON.parse(String(changesOf(before, after)['json_metadata']))).toEqual(metadataIn(after))
  })

  it('what is typed is what is saved: a key in the text wins over the field it was chosen in', () => {
    const chosen = withMetadata(before, 'refresh_frequency', 60)
    const typed = { ...chosen, metadata: chosen.metadata.replace('60', '30') }
    expect(metadataIn(typed)?.['refresh_frequency']).toBe(30)
  })

  it('text that is no JSON object is told, never saved, and left as it is typed', () => {
    for (const metadata of ['{', '[]', 'null', '5']) {
      const typed = { ...before, metadata }
      expect(wrongIn(typed)).toEqual({ metadata: 'json' })
      expect(changesOf(before, typed)).toEqual({})
      expect(withMetadata(typed, 'color_scheme', 'x')).toBe(typed)
    }
    expect(wrongIn({ ...before, title: ' ' })).toEqual({ title: 'empty' })
    expect(wrongIn(before)).toEqual({})
  })

  it('whatever the metadata hold, a change of one key keeps all others', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (metadata, value) => {
        const properties = { ...before, metadata: JSON.stringify(metadata) }
        const { color_scheme: _, ...others } = JSON.parse(JSON.stringify(metadata))
        const after = metadataIn(withMetadata(properties, 'color_scheme', value))
        expect(JSON.parse(JSON.stringify(after))).toEqual({ ...others, color_scheme: value })
      }),
    )
  })
})
