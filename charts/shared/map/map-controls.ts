import { DEFAULT_STYLE, basemapStyles } from './basemap-style.ts'
import type { Choice, Control, ControlContext } from '#controls/control.ts'
import type { Spatial } from '#controls/spatial/index.ts'
import { pictureToggle } from '#controls/shared/picture-controls.ts'
import { DEFAULT_VIEWPORT, type Viewport } from '#controls/viewport/index.ts'

/** The columns that locate the rows. */
export const spatial: Control<'spatial', Spatial | undefined> = {
  type: 'spatial',
  name: 'spatial',
  label: 'Longitude & Latitude',
  description: 'Point to your spatial columns',
  affects: 'query',
  required: true,
}

export const filterNulls = pictureToggle('filter_nulls', 'Ignore null locations', true, {
  affects: 'query',
  description: 'Excludes rows without a position from the query',
})

/** Whether the initial view fits the marks or uses the viewport. */
export const autozoom = pictureToggle('autozoom', 'Auto Zoom', true, {
  description: 'The map shows all points. Off, it shows the viewport.',
})

/** A saved style that needs external tiles stays in the list, marked as unavailable. */
function stylesFor({ form }: ControlContext): readonly Choice[] {
  const saved = form['mapbox_style']
  const isKnown = typeof saved !== 'string' || saved === '' || basemapStyles.some(({ value }) => value === saved)
  if (isKnown) return basemapStyles
  const label = saved.includes('satellite') ? 'Satellite (drawn plain)' : 'Another style (drawn plain)'
  return [...basemapStyles, { value: saved, label }]
}

export const mapStyle: Control<'mapbox_style', Choice['value']> = {
  type: 'select',
  name: 'mapbox_style',
  label: 'Map Style',
  affects: 'picture',
  clearable: false,
  default: DEFAULT_STYLE,
  choices: stylesFor,
}

/** The initial view when auto zoom is off. */
export const viewport: Control<'viewport', Viewport> = {
  type: 'viewport',
  name: 'viewport',
  label: 'Viewport',
  description: 'The centre of the map, its zoom, how it is turned and tilted. Moving the map sets it.',
  affects: 'picture',
  default: DEFAULT_VIEWPORT,
  visible: (form) => form['autozoom'] === false,
}
