import type { ColorOf } from './layer-tooltip.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { groupName } from '#charts/shared/expected.ts'
import type { TimeseriesProps } from '#charts/shared/timeseries-props.ts'

/** The colours of what is laid over a chart: after those of its series, unless a layer has one of its own. */
export function layerColors(props: TimeseriesProps, theme: 'light' | 'dark'): ColorOf {
  const { series, layers } = props
  const names = [...layers.lines.map(({ name }) => name), ...layers.marked.map(({ layer }) => layer)]
  const colors = colorsFor([...series.map(groupName), ...names], props, theme)
  const found = new Map(names.map((name, at) => [name, colors[series.length + at]]))
  return (look, name) => look.color ?? found.get(name) ?? ''
}
