import type { CountryValue, WorldMapProps } from './props.ts'
import { countryTooltipLines, worldMapSummary } from './texts.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { amountColors } from '#charts/shared/color-steps.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import type { MapLayer, MapMark } from '#charts/shared/map/layer.tsx'
import { type Camera, isOnMap, toPixel, toMercator } from '#charts/shared/map/mercator.ts'
import { type RegionMark, regionLayer } from '#charts/shared/map/regions/region-layer.tsx'
import type { Region } from '#charts/shared/map/regions/regions.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { hashOf } from '#core/color/label-positions.ts'
import { printColor } from '#core/color/rgb.ts'

type Props = WorldMapProps & Pick<ChartViewProps, 'selectedMarks' | 'isSelectionExcluded'>

/** The bounds of all inhabited countries, in degrees. */
const BOUNDS = { west: -170, east: 190, south: -56, north: 76 }
const UNSELECTED_OPACITY = 0.3

const selectionOf = ({ entity }: WorldMapProps, country: CountryValue) => ({ [entity]: country.said })

/** Returns the color of each country: by its value on the color ramp, or categorical. */
export function countryColors(props: WorldMapProps, theme: 'light' | 'dark'): readonly string[] {
  const { countries, colorBy, scheme } = props
  if (colorBy === 'country') {
    return colorsFor(
      countries.map(({ name, key }) => ({ name, colorPosition: hashOf(key) })),
      props,
      theme,
    )
  }
  return amountColors(
    countries.map(({ value }) => value),
    scheme,
    theme,
  ).map((color) => color ?? '')
}

/** Returns the layer of colored countries. */
export function countryLayer(props: Props, regions: readonly Region[], theme: 'light' | 'dark'): MapLayer {
  const colors = countryColors(props, theme)
  const values = props.countries.map((country, at): [string, RegionMark] => {
    const selection = selectionOf(props, country)
    const strength = isMarkHighlighted(props, selection) ? 1 : UNSELECTED_OPACITY
    return [country.key, { fill: colors[at] ?? '', strength, lines: countryTooltipLines(props, country), selection }]
  })
  const known = values.filter(([, { fill }]) => fill !== '')
  return regionLayer({ regions, values: new Map(known), bounds: BOUNDS, summary: worldMapSummary(props) })
}

/** Returns the radius of each bubble in pixels; the area is proportional to the value. 0 if there is none. */
export function bubbleRadii({ countries, maxBubble }: WorldMapProps): readonly number[] {
  const most = countries.reduce((found, { size }) => Math.max(found, size ?? 0), 0)
  return countries.map(({ size }) => (most > 0 && size !== null && size > 0 ? maxBubble * Math.sqrt(size / most) : 0))
}

/** Returns the layer of bubbles, largest at the bottom. */
export function bubbleLayer(props: Props): MapLayer {
  const { countries } = props
  const radii = bubbleRadii(props)
  const order = [...countries.keys()]
    .filter((at) => (radii[at] ?? 0) > 0)
    .toSorted((a, b) => (radii[b] ?? 0) - (radii[a] ?? 0))
  const fill = printColor(props.bubbleColor)
  const markOf = (camera: Camera, id: number): MapMark | null => {
    const country = countries[id]
    if (!country) return null
    const { x, y } = toMercator(country.longitude, country.latitude)
    const copy = [0, 1, -1].find((each) => isOnMap(camera, x + each)) ?? 0
    const [left, top] = toPixel(camera, x + copy, y)
    return { id, left, top, radius: radii[id] ?? 0 }
  }
  return {
    bounds: null,
    summary: '',
    paint({ pen, camera, theme }) {
      for (const id of order) {
        const mark = markOf(camera, id)
        const country = countries[id]
        if (!mark || !country) continue
        pen.beginPath()
        pen.arc(mark.left, mark.top, mark.radius, 0, 2 * Math.PI)
        pen.globalAlpha = 0.6 * (isMarkHighlighted(props, selectionOf(props, country)) ? 1 : UNSELECTED_OPACITY)
        pen.fillStyle = fill
        pen.fill()
        pen.globalAlpha = 1
        pen.strokeStyle = theme.edge
        pen.lineWidth = 0.75
        pen.stroke()
      }
    },
    markAt(camera, left, top) {
      const marks = order.toReversed().map((id) => markOf(camera, id))
      return marks.find((mark) => mark !== null && Math.hypot(mark.left - left, mark.top - top) <= mark.radius) ?? null
    },
    // Keyboard navigation uses the country layer.
    stops: () => [],
    markOf,
    linesOf: (id) => (countries[id] ? countryTooltipLines(props, countries[id]) : []),
    selectionOf: (id) => (countries[id] ? selectionOf(props, countries[id]) : null),
  }
}
