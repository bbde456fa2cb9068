import type { FormOf } from '#controls/form-type.ts'
import { colorSection, pictureChoice, pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, dimensionOf, metric, rowLimit, strictNumberOf } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [dimensionOf('series', 'Dimension', { required: true, description: 'A word for each of these' })],
    [metric({ description: 'How large words are' })],
    [adhocFilters()],
    [rowLimit({ default: 100 })],
    [pictureToggle('sort_by_metric', 'Sort by metric', true, { affects: 'query' })],
  ],
})

const options = section({
  label: 'Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      strictNumberOf('size_from', 'Minimum Font Size', {
        default: 10,
        min: 1,
        description: 'Font size of the smallest value, in pixels',
      }),
      strictNumberOf('size_to', 'Maximum Font Size', { default: 70, min: 1, description: 'In pixels, of the largest' }),
    ],
    [
      pictureChoice('rotation', 'Word Rotation', [
        ['square', 'square'],
        ['flat', 'flat'],
        ['random', 'random'],
      ]),
    ],
  ],
})

export const controls = [timeSection, query, colorSection, options] as const

export type WordCloudForm = FormOf<typeof controls>
