import type { LayeredChart } from './layer-shapes.ts'
import type { ColorOf } from './layer-tooltip.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { categoricalScheme } from '#core/color/categorical.ts'

/**
 * Returns the colors of annotation layers without a color. They follow the colors of metrics. If series are dimension
 * values, whose number depends on filters, they come from the end of the scheme.
 */
export function layerColors(props: LayeredChart, theme: 'light' | 'dark'): ColorOf {
  const { series, layers } = props
  const names = [...new Set([...layers.lines.map(({ name }) => name), ...layers.marked.map(({ layer }) => layer)])]
  const hasValues = series.some(({ selection }) => Object.keys(selection).length > 0)
  const after = Math.max(-1, ...series.map(({ colorPosition }) => colorPosition)) + 1
  const last = categoricalScheme(props.colorScheme, props.colorDomain).colors.length - 1
  const placed = names.map((name, at) => ({ name, colorPosition: hasValues ? last - (at % (last + 1)) : after + at }))
  const colors = colorsFor(placed, props, theme)
  const found = new Map(names.map((name, at) => [name, colors[at]]))
  return (look, name) => look.color ?? found.get(name) ?? ''
}
