import { ownValue } from '#core/rest/json.ts'
import { layerLines } from './layer-lines.ts'
import { layerMarks } from './layer-marks.ts'
import type { LayerStyle, LayerProps } from './layer-shapes.ts'
import type { Axis } from '#charts/shared/axes/x-axis.ts'
import type { ChartInput } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { AnnotationLayer } from '#core/annotation/layer.ts'

const OPACITIES: Readonly<Record<string, number>> = { opacityLow: 0.2, opacityMedium: 0.5, opacityHigh: 0.8 }
/** An opaque band would hide the chart below it. */
const BAND_OPACITY = 0.3

function lookOf(layer: AnnotationLayer): LayerStyle {
  const styles = ['dashed', 'dotted', 'longDashed'] as const
  const plain = layer.annotationType === 'INTERVAL' ? BAND_OPACITY : 1
  return {
    color: typeof layer.color === 'string' && layer.color !== '' ? layer.color : null,
    opacity: ownValue(OPACITIES, layer.opacity ?? '') ?? plain,
    style: styles.find((style) => style === layer.style) ?? 'solid',
    width: Math.max(0, layer.width ?? 1),
    labelled: layer.showLabel === true,
  }
}

/** A form with annotation layers. */
type LayeredForm = FormData & { readonly annotation_layers: readonly AnnotationLayer[] }

/**
 * Returns the visible layers of a form on this axis. Points outside of the axis are left out, so that layers never
 * extend the time range. Layers without data are left out.
 */
export function layerProps({ form, layerData = {} }: ChartInput<LayeredForm>, x: Axis): LayerProps {
  const shown = form.annotation_layers.filter(({ show, name }) => show && name !== '')
  const drawn = shown.map((layer) => ({ layer, look: lookOf(layer), data: ownValue(layerData, layer.name) }))
  return {
    lines: drawn.flatMap(({ layer, look, data }) => layerLines(layer, look, data, x)),
    marked: drawn.flatMap(({ layer, look, data }) => (data ? layerMarks(layer, look, data, x) : [])),
  }
}
