import { aggregates } from '#charts/shared/map/bins/aggregate.ts'
import { binControls } from '#charts/shared/map/bins/bin-controls.ts'
import type { FormOf } from '#controls/form-of.ts'
import { pick } from '#controls/shared/picture-controls.ts'

export const controls = binControls('The radius of a hexagon, in meters', [
  [
    pick(
      'js_agg_function',
      'Dynamic Aggregation Function',
      aggregates.map((name) => [name, name] as const),
      { default: 'sum', description: 'What the values of a hexagon are made into' },
    ),
  ],
])

export type HexForm = FormOf<typeof controls>
