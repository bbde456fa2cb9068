import type { GridForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type BinProps, binProps } from '#charts/shared/map/bins/bin-props.ts'

/** Points in squares, each with their sum. */
export function toProps(input: ChartInput<GridForm>): BinProps {
  return binProps(input, 'square', 'sum')
}
