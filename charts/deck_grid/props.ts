import type { GridForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type BinProps, binProps } from '#charts/shared/map/bins/bin-props.ts'

/** Returns the square cells with the sum of their points. */
export function toProps(input: ChartInput<GridForm>): BinProps {
  return binProps(input, 'square', 'sum')
}
