import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  metadataIn,
  type Properties,
  propertiesOf,
  withMetadata,
  withProperties,
  propertyErrors,
} from './properties.ts'
import { infoBody, mergedMetadata } from '../state/info-body.ts'
import { metadataToSave } from '../state/edit-save.ts'
import { parseObject } from '../state/dashboard-info.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { storedMetadata } from '#testing/stored-dashboards.ts'

const { info } = openDashboard({ color_scheme: 'd3Category10', unknown: { of: [1] } })
const before = propertiesOf(info)
const changes = (after: Properties) => infoBody(info, withProperties(info, after))
const metadataAfter = (after: Properties) => withProperties(info, after).metadata

describe('saved properties of a dashboard', () => {
  it('contain only changed fields', () => {
    expect(withProperties(info, before)).toEqual(info)
    expect(changes(before)).toEqual({})
    expect(changes({ ...before, title: ' Trips ' })).toEqual({ dashboard_title: 'Trips' })
    expect(changes({ ...before, slug: 'trips' })).toEqual({ slug: 'trips' })
    expect(infoBody({ ...info, slug: 'trips' }, info)).toEqual({ slug: null })
    expect(changes({ ...before, published: false })).toEqual({ published: false })
    const two = [...before.owners, { id: 2, name: 'Ada' }]
    expect(changes({ ...before, owners: two })).toEqual({ owners: [1, 2] })
    expect(changes({ ...before, roles: [] })).toEqual({ roles: [] })
    expect(changes({ ...before, certifiedBy: 'Data team', certificationDetails: 'Checked' })).toEqual({
      certified_by: 'Data team',
      certification_details: 'Checked',
    })
  })

  it('certification details are dropped without a certifier', () => {
    const certified = { ...info, certifiedBy: 'Data team', certificationDetails: 'Checked' }
    const after = withProperties(certified, { ...propertiesOf(certified), certifiedBy: ' ' })
    expect(infoBody(certified, after)).toEqual({ certified_by: null, certification_details: null })
  })

  it('shows the values of other fields in the metadata text, with all other keys', () => {
    const after = withMetadata(withMetadata(before, 'color_scheme', undefined), 'refresh_frequency', 60)
    expect(metadataIn(after)).toEqual({ unknown: { of: [1] }, refresh_frequency: 60 })
    expect(metadataAfter(after)).toEqual(metadataIn(after))
  })

  it('color_scheme and refresh_frequency in the JSON text win over their fields', () => {
    const chosen = withMetadata(withMetadata(before, 'refresh_frequency', 60), 'color_scheme', 'facet')
    const typed = { ...chosen, metadata: chosen.metadata.replace('60', '30').replace('facet', 'supersetColors') }
    expect(metadataAfter(typed)).toMatchObject({ refresh_frequency: 30, color_scheme: 'supersetColors' })
  })

  it('another color scheme replaces frozen colors, and never pinned ones', () => {
    const frozen = {
      color_scheme: 'd3Category10',
      color_scheme_domain: ['#000'],
      shared_label_colors: { a: '#111' },
      map_label_colors: { b: '#222' },
      label_colors: { c: '#333' },
    }
    const old = { ...info, metadata: frozen }
    const { metadata } = withProperties(old, withMetadata(propertiesOf(old), 'color_scheme', 'facet'))
    expect(metadata).toMatchObject({ color_scheme: 'facet', label_colors: { c: '#333' } })
    expect(Object.keys(metadata).toSorted()).toEqual(['color_scheme', 'color_scheme_domain', 'label_colors'])
    expect(metadata['color_scheme_domain']).toContain('#3258bb')
    const other = withProperties(old, withMetadata(propertiesOf(old), 'refresh_frequency', 5)).metadata
    expect(other).toEqual({ ...frozen, refresh_frequency: 5 })
  })

  it('text that is no JSON object is reported, not saved, and remains as typed', () => {
    for (const metadata of ['{', '[]', 'null', '5']) {
      const typed = { ...before, metadata }
      expect(propertyErrors(typed, before)).toEqual({ metadata: 'json' })
      expect(metadataAfter(typed)).toBe(info.metadata)
      expect(withMetadata(typed, 'color_scheme', 'x')).toBe(typed)
    }
    expect(propertyErrors({ ...before, title: ' ' }, before)).toEqual({ title: 'empty' })
    expect(propertyErrors(before, before)).toEqual({})
  })

  it('reports a typed unknown scheme, and keeps a stored one', () => {
    expect(propertyErrors(withMetadata(before, 'color_scheme', 'nowhere'), before)).toEqual({ metadata: 'scheme' })
    const of = propertiesOf({ ...info, metadata: { color_scheme: 'nowhere' } })
    expect(propertyErrors(withMetadata(of, 'refresh_frequency', 5), of)).toEqual({})
  })

  it('integers beyond 2^53 retain their digits', () => {
    const typed = { ...before, metadata: '{"id": 12345678901234567890}' }
    expect(JSON.stringify(metadataAfter(typed))).toContain('12345678901234567890')
  })
})

describe('random metadata of a dashboard', () => {
  const anything = fc.dictionary(
    fc.oneof(
      fc.string(),
      fc.constantFrom('positions', 'label_colors', 'shared_label_colors', '__proto__', 'constructor'),
    ),
    fc.jsonValue(),
  )
  const read = (metadata: unknown) => parseObject(JSON.stringify(metadata))
  const without = (metadata: Readonly<Record<string, unknown>>, ...keys: readonly string[]) =>
    Object.fromEntries(Object.entries(metadata).filter(([key]) => !keys.includes(key)))
  const FOLLOWS = ['color_scheme', 'color_scheme_domain', 'shared_label_colors', 'map_label_colors']

  /**
   * Returns, for each way to save (the dialog with one key changed, the editor), the saved and the expected metadata.
   */
  function saves(metadata: Readonly<Record<string, unknown>>): readonly (readonly [unknown, unknown])[] {
    const of = { ...info, metadata }
    const properties = propertiesOf(of)
    const refreshed = withProperties(of, withMetadata(properties, 'refresh_frequency', 77)).metadata
    const colored = withProperties(of, withMetadata(properties, 'color_scheme', 'facet')).metadata
    const saved = metadataToSave({ layout: openDashboard().layout, info: of })
    return [
      [withProperties(of, properties).metadata, metadata],
      [refreshed, { ...metadata, refresh_frequency: 77 }],
      [without(colored, ...FOLLOWS), without(metadata, ...FOLLOWS)],
      [without(saved, 'chart_configuration'), without(metadata, 'chart_configuration')],
    ]
  }

  it('a change of one key keeps all others, known or not', () => {
    fc.assert(
      fc.property(anything, (metadata) => {
        for (const [left, wanted] of saves(read(metadata))) expect(left).toEqual(wanted)
      }),
      { seed: 7 },
    )
  })

  it.each(storedMetadata)('a change of one key keeps all others of %s', (_name, metadata) => {
    for (const [left, wanted] of saves(read(metadata))) expect(left).toEqual(wanted)
  })

  it('two concurrent saves both retain their changes, and unchanged fields stay', () => {
    const base = { a: 1, b: 1, c: 1, d: 1 }
    expect(mergedMetadata(base, { a: 2, b: 1, c: 1, mine: 1 }, { a: 3, b: 4, c: 1, d: 1, theirs: 1 })).toEqual({
      a: 2,
      b: 4,
      c: 1,
      mine: 1,
      theirs: 1,
    })
    fc.assert(
      fc.property(anything, anything, (one, other) => {
        const [mine, theirs] = [read(one), read(other)]
        expect(mergedMetadata(theirs, mine, theirs)).toEqual(mine)
        expect(mergedMetadata(mine, mine, theirs)).toEqual(theirs)
      }),
      { seed: 7 },
    )
  })
})
