import { controls, type LinesForm } from './controls.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { annotationTypes } from '#core/annotation/layer.ts'

/** The lines of several saved charts, of any dataset, on two value axes. */
export const line_multi = chart<LinesForm>({
  type: 'line_multi',
  meta: {
    name: 'Multiple Line Charts',
    description: 'Combines the lines of several saved charts on one time axis with two value axes.',
    category: 'Evolution',
    tags: ['Legacy', 'Line', 'Multi-Layers', 'Time'],
    icon: 'chart-line',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Flights per day, and the mean delay of five airports' }],
    behaviors: [],
    label: 'Deprecated',
    labelExplanation: 'Mixed Chart shows two questions on two axes without other charts.',
    deprecated: true,
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  examples: [{ line_charts: [1], line_charts_2: [2] }, { line_charts: [1] }],
  toQueries,
})
