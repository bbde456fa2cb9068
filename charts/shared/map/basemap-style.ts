/** The basemap style: in the colors of the page, always dark, with country names, or with blue water. */
export type BasemapStyle = 'plain' | 'dark' | 'names' | 'water'

/** The default style of new maps. */
export const DEFAULT_STYLE = 'mapbox://styles/mapbox/light-v9'

/** The supported styles, by wire name, with labels. */
export const basemapStyles: readonly {
  readonly value: string
  readonly label: string
  readonly basemap: BasemapStyle
}[] = [
  { value: DEFAULT_STYLE, label: 'Plain', basemap: 'plain' },
  { value: 'mapbox://styles/mapbox/dark-v9', label: 'Dark', basemap: 'dark' },
  { value: 'mapbox://styles/mapbox/streets-v9', label: 'Names of countries', basemap: 'names' },
  { value: 'mapbox://styles/mapbox/outdoors-v9', label: 'Blue water', basemap: 'water' },
]

/** Returns the basemap of a style. Styles that need external tiles use the plain basemap. */
export function basemapStyleOf(style: unknown): BasemapStyle {
  return basemapStyles.find(({ value }) => value === style)?.basemap ?? 'plain'
}
