import type { HexForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type BinProps, binProps } from '#charts/shared/map/bins/bin-props.ts'

/** Returns the hexagonal cells with the aggregate of their points. */
export function toProps(input: ChartInput<HexForm>): BinProps {
  return binProps(input, 'hexagon', input.form.js_agg_function)
}
