import type { HexForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type BinProps, binProps } from '#charts/shared/map/bins/bin-props.ts'

/** Points in hexagons, each with what they are gathered to. */
export function toProps(input: ChartInput<HexForm>): BinProps {
  return binProps(input, 'hexagon', input.form.js_agg_function)
}
