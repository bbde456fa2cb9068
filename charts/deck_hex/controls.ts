import { aggregates } from '#charts/shared/map/bins/aggregate.ts'
import { binControls } from '#charts/shared/map/bins/bin-controls.ts'
import type { FormOf } from '#controls/form-type.ts'
import { pictureChoice } from '#controls/shared/picture-controls.ts'

export const controls = binControls('The radius of a hexagon, in meters', [
  [
    pictureChoice(
      'js_agg_function',
      'Dynamic Aggregation Function',
      aggregates.map((name) => [name, name] as const),
      { default: 'sum', description: 'Aggregate of the values in a hexagon' },
    ),
  ],
])

export type HexForm = FormOf<typeof controls>
