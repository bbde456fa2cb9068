import type { Section } from '#controls/control.ts'
import { type AnnotationType, annotationTypes } from '#core/annotation/layer.ts'

const LABELS: Readonly<Record<AnnotationType, string>> = {
  FORMULA: 'Formula',
  EVENT: 'Event',
  INTERVAL: 'Interval',
  TIME_SERIES: 'Time Series',
}

/** What is laid over a chart: every kind of layer, each drawn by charts over time. */
export const annotationSection: Section = {
  label: 'Annotations and Layers',
  tab: 'data',
  expanded: false,
  rows: [
    [
      {
        type: 'annotation_layers',
        name: 'annotation_layers',
        label: 'Annotation Layers',
        affects: 'query',
        default: [],
        choices: annotationTypes.map((value) => ({ value, label: LABELS[value] })),
      },
    ],
  ],
}
