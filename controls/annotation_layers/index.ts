import type { Control, ControlType } from '#controls/control.ts'
import { messages } from '#controls/shared/check.ts'
import { choicesOf } from '#controls/shared/choices.ts'
import { type AnnotationLayer, annotationTypes, checkLayer, newLayer, readLayers } from '#core/annotation/layer.ts'
import { listOf } from '#core/form/query-fields.ts'

/** The types of annotation a control offers: its choices, or all. */
function supportedTypes(control: Control): readonly string[] {
  const choices = choicesOf(control) ?? []
  return choices.length > 0 ? choices.map((choice) => String(choice.value)) : annotationTypes
}

/** What is wrong with the layer at a place of its list; empty when it can be drawn. */
export function layerProblems(
  layer: AnnotationLayer,
  others: readonly AnnotationLayer[],
  control: Control,
): readonly string[] {
  return checkLayer(layer, { supported: supportedTypes(control), others: others.map((each) => each.name) })
}

/** What is laid over a chart: formulas, events, intervals and series. */
export const annotation_layers: ControlType<readonly AnnotationLayer[]> = {
  type: 'annotation_layers',
  parse: (raw) => (raw === undefined ? undefined : readLayers(listOf(raw))),
  // What is wrong with a layer is said at its place in the list: the chart is asked and drawn without it.
  check: (value, control) => messages(value, control),
  examples: () => [[{ ...newLayer('Wave'), value: 'sin(x)' }]],
}
