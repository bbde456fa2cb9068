import { numberOrDefault } from '#charts/shared/number-format.ts'
import type { FixedOrMetric } from '#controls/fixed_or_metric/index.ts'
import type { Control } from '#controls/control.ts'
import type { QueryMetric } from '#core/query/query-object.ts'

/** The default point size. */
const DEFAULT_RADIUS: FixedOrMetric = { type: 'fix', value: 500 }

/** The control for the point size: a number or a metric. */
export const radiusControl: Control<'point_radius_fixed', FixedOrMetric> = {
  type: 'fixed_or_metric',
  name: 'point_radius_fixed',
  label: 'Point Size',
  description: 'A fixed size for all points, or a metric for the size of each point',
  affects: 'query',
  default: DEFAULT_RADIUS,
}

interface PointSizeForm {
  readonly point_radius_fixed: FixedOrMetric
}

/** Returns the metric that sizes the points; undefined if the size is fixed. */
export function radiusMetric({ point_radius_fixed: radius }: PointSizeForm): QueryMetric | undefined {
  return radius.type === 'metric' ? (radius.value ?? undefined) : undefined
}

const MILE = 1609.344

/** The length of a unit in meters, and whether the number is the area of the point. */
const UNITS: Readonly<Record<PointUnit, { readonly metres: number; readonly isArea: boolean }>> = {
  square_m: { metres: 1, isArea: true },
  square_km: { metres: 1000, isArea: true },
  square_miles: { metres: MILE, isArea: true },
  radius_m: { metres: 1, isArea: false },
  radius_km: { metres: 1000, isArea: false },
  radius_miles: { metres: MILE, isArea: false },
}

/** The units of the point size, as wire name and label. */
export const pointUnits = [
  ['square_m', 'Square meters'],
  ['square_km', 'Square kilometers'],
  ['square_miles', 'Square miles'],
  ['radius_m', 'Radius in meters'],
  ['radius_km', 'Radius in kilometers'],
  ['radius_miles', 'Radius in miles'],
] as const

type PointUnit = (typeof pointUnits)[number][0]

/** The form values that convert a point size to a radius. */
interface PointUnitForm {
  readonly point_unit: PointUnit
  readonly multiplier: number | string | null | undefined
}

/** Returns the radius of a point in meters; 0 for null and negative sizes. */
export function metresOf(size: number | null, form: PointUnitForm): number {
  const unit = UNITS[form.point_unit]
  const number = Math.max(0, size ?? 0)
  const metres = unit.isArea ? Math.sqrt(number / Math.PI) : number
  return metres * unit.metres * Math.max(0, numberOrDefault(form.multiplier, 1))
}
