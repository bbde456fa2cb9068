import { legacyShape } from '#charts/legacy.ts'
import type { LegacyShape } from '#core/legacy/legacy-shape.ts'
import { lineSeries } from './series.ts'

/** The response shapes of chart types that Facet does not draw yet, other than plain rows. */
const shapes: readonly LegacyShape[] = [lineSeries]

/** Returns the data shape for charts of a type; undefined for plain rows. */
export function shapeOf(vizType: string): LegacyShape | undefined {
  return legacyShape(vizType) ?? shapes.find(({ types }) => types.includes(vizType))
}
