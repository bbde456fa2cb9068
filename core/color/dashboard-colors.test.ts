import { expect, it } from 'vitest'
import { dashboardColors } from './dashboard-colors.ts'

it('the scheme of a dashboard applies, and manual colours override frozen ones', () => {
  const metadata = {
    color_scheme: 'd3Category10',
    shared_label_colors: { AA: '#111111', BB: '#222222' },
    label_colors: { BB: '#333333', CC: '#444444' },
  }
  expect(dashboardColors(metadata)).toEqual({
    colorScheme: 'd3Category10',
    labelColors: { AA: '#111111', BB: '#333333', CC: '#444444' },
  })
})

it('ignores values stored in another form', () => {
  const nothing = { colorScheme: null, labelColors: {} }
  expect(dashboardColors({})).toEqual(nothing)
  expect(dashboardColors({ color_scheme: '', label_colors: null, shared_label_colors: ['AA'] })).toEqual(nothing)
  expect(dashboardColors({ color_scheme: 7, label_colors: { AA: 7 } })).toEqual(nothing)
})

it('keeps the valid colours that a scheme had when the dashboard was saved', () => {
  const metadata = { color_scheme: 'ourBrand', color_scheme_domain: ['#0a0b0c', 7, 'no colour', '#fff'] }
  expect(dashboardColors(metadata).colorDomain).toEqual(['#0a0b0c', '#fff'])
  for (const none of [[], ['none'], 'red', null])
    expect(dashboardColors({ color_scheme: 'ourBrand', color_scheme_domain: none })).not.toHaveProperty('colorDomain')
})

it('reads label colours of newer dashboards, which store the shared labels in a separate list', () => {
  const metadata = {
    shared_label_colors: ['AA'],
    map_label_colors: { AA: '#111111', BB: '#222222' },
    label_colors: { BB: '#333333' },
  }
  expect(dashboardColors(metadata).labelColors).toEqual({ AA: '#111111', BB: '#333333' })
})
