import type { ChartViewProps } from '#charts/chart.ts'
import { BinMap } from '#charts/shared/map/bins/BinMap.tsx'
import type { BinProps } from '#charts/shared/map/bins/bin-props.ts'

export { toProps } from './props.ts'

export default function HexView(props: BinProps & ChartViewProps) {
  return <BinMap {...props} />
}
