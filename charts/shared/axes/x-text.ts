import { dimensionText } from '#charts/shared/cell.ts'
import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import { STRING } from '#core/table/table.ts'
import type { Axis } from './x-axis.ts'

interface Props {
  readonly x: Axis
  readonly grain: string | null
}

/** Formats an x value: instants in the given format, other values unchanged. */
export function xText({ x, grain }: Props, index: number, format: string): string {
  const value = x.values[index]
  if (x.kind === 'time' && typeof value === 'number') return instantName(value, format, grain)
  return dimensionText(value, STRING)
}

/** Formats an x position: epoch milliseconds, or a category index. */
export function xPositionText(props: Props, position: number, format: string): string {
  return props.x.kind === 'time' ? instantName(position, format, props.grain) : xText(props, position, format)
}
