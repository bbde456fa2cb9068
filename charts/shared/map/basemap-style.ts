/** How the ground is drawn: in the colours of the page, always dark, with the names of countries, with blue water. */
export type BasemapStyle = 'plain' | 'dark' | 'names' | 'water'

/** The style of a new map. */
export const DEFAULT_STYLE = 'mapbox://styles/mapbox/light-v9'

/** The styles that are drawn, by their wire name, each with its label. */
export const basemapStyles: readonly {
  readonly value: string
  readonly label: string
  readonly ground: BasemapStyle
}[] = [
  { value: DEFAULT_STYLE, label: 'Plain', ground: 'plain' },
  { value: 'mapbox://styles/mapbox/dark-v9', label: 'Dark', ground: 'dark' },
  { value: 'mapbox://styles/mapbox/streets-v9', label: 'Names of countries', ground: 'names' },
  { value: 'mapbox://styles/mapbox/outdoors-v9', label: 'Blue water', ground: 'water' },
]

/** The ground of a style; those that need tiles of others are drawn plain. */
export function basemapStyleOf(style: unknown): BasemapStyle {
  return basemapStyles.find(({ value }) => value === style)?.ground ?? 'plain'
}
