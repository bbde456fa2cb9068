import { legacyShape } from '#charts/legacy.ts'
import type { LegacyShape } from '#core/legacy/shape.ts'
import { lineSeries } from './series.ts'

/** Every shape that is more than rows, of kinds of chart that are not there yet. */
const shapes: readonly LegacyShape[] = [lineSeries]

/** The shape in which charts of a type read their data; undefined for plain rows. */
export function shapeOf(vizType: string): LegacyShape | undefined {
  return legacyShape(vizType) ?? shapes.find(({ types }) => types.includes(vizType))
}
