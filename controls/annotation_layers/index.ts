import type { Control, ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { choicesOf } from '#controls/shared/choices.ts'
import { type AnnotationLayer, annotationTypes, checkLayer, newLayer, readLayers } from '#core/annotation/layer.ts'
import { listOf } from '#core/form/query-fields.ts'

/** Returns the annotation types of a control: its choices, or all. */
function supportedTypes(control: Control): readonly string[] {
  const choices = choicesOf(control) ?? []
  return choices.length > 0 ? choices.map((choice) => String(choice.value)) : annotationTypes
}

/** Returns the errors of the layer at an index; empty if it can be drawn. */
export function layerProblems(
  layer: AnnotationLayer,
  others: readonly AnnotationLayer[],
  control: Control,
): readonly string[] {
  return checkLayer(layer, { supported: supportedTypes(control), others: others.map((each) => each.name) })
}

/** The annotation layers of a chart: formulas, events, intervals and series. */
export const annotation_layers: ControlType<readonly AnnotationLayer[]> = {
  type: 'annotation_layers',
  parse: (raw) => (raw === undefined ? undefined : readLayers(listOf(raw))),
  // Errors of a layer are shown at its list item: the chart is queried and drawn without it.
  check: (value, control) => validationMessages(value, control),
  examples: () => [[{ ...newLayer('Wave'), value: 'sin(x)' }]],
}
