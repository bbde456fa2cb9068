import type { Control } from '#controls/control.ts'
import { section } from '#controls/shared/section.ts'
import { type AnnotationLayer, type AnnotationType, annotationTypes } from '#core/annotation/layer.ts'

const LABELS: Readonly<Record<AnnotationType, string>> = {
  FORMULA: 'Formula',
  EVENT: 'Event',
  INTERVAL: 'Interval',
  TIME_SERIES: 'Time Series',
}

const layers: Control<'annotation_layers', readonly AnnotationLayer[]> = {
  type: 'annotation_layers',
  name: 'annotation_layers',
  label: 'Annotation Layers',
  affects: 'query',
  default: [],
  choices: annotationTypes.map((value) => ({ value, label: LABELS[value] })),
}

/** The control section of annotation layers, for time-series charts. */
export const annotationSection = section({
  label: 'Annotations and Layers',
  tab: 'data',
  expanded: false,
  rows: [[layers]],
})
