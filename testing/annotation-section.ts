import type { Section } from '#controls/control.ts'
import type { AnnotationType } from '#core/annotation/layer.ts'

const LABELS: Readonly<Record<AnnotationType, string>> = {
  FORMULA: 'Formula',
  EVENT: 'Event',
  INTERVAL: 'Interval',
  TIME_SERIES: 'Time Series',
}

/** The section of what is laid over a chart; `types` are those the chart can show. */
export function annotationSection(types: readonly AnnotationType[]): Section {
  return {
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
          choices: types.map((value) => ({ value, label: LABELS[value] })),
        },
      ],
    ],
  }
}
