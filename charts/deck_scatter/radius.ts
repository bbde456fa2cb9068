import { numberOr } from '#charts/shared/number-format.ts'
import type { FixedOrMetric } from '#controls/fixed_or_metric/index.ts'
import type { Control } from '#controls/control.ts'
import type { QueryMetric } from '#core/query/query-object.ts'

/** The size of points in a form that says nothing of it. */
const DEFAULT_RADIUS: FixedOrMetric = { type: 'fix', value: 500 }

/** How large points are: one number, or a metric. */
export const radiusControl: Control<'point_radius_fixed', FixedOrMetric> = {
  type: 'fixed_or_metric',
  name: 'point_radius_fixed',
  label: 'Point Size',
  description: 'One size for all points, or a metric that gives each its own',
  affects: 'query',
  default: DEFAULT_RADIUS,
}

interface Sized {
  readonly point_radius_fixed: FixedOrMetric
}

/** The metric that gives points their size; undefined where it is fixed. */
export function radiusMetric({ point_radius_fixed: radius }: Sized): QueryMetric | undefined {
  return radius.type === 'metric' ? (radius.value ?? undefined) : undefined
}

const MILE = 1609.344

/** Metres of one unit, and whether the number is the area of the point. */
const UNITS: Readonly<Record<PointUnit, { readonly metres: number; readonly isArea: boolean }>> = {
  square_m: { metres: 1, isArea: true },
  square_km: { metres: 1000, isArea: true },
  square_miles: { metres: MILE, isArea: true },
  radius_m: { metres: 1, isArea: false },
  radius_km: { metres: 1000, isArea: false },
  radius_miles: { metres: MILE, isArea: false },
}

/** What the number of a point means, as wire name and label. */
export const pointUnits = [
  ['square_m', 'Square meters'],
  ['square_km', 'Square kilometers'],
  ['square_miles', 'Square miles'],
  ['radius_m', 'Radius in meters'],
  ['radius_km', 'Radius in kilometers'],
  ['radius_miles', 'Radius in miles'],
] as const

type PointUnit = (typeof pointUnits)[number][0]

/** What a form says of the measure of its points. */
interface Measured {
  readonly point_unit: PointUnit
  readonly multiplier: number | string | null | undefined
}

/** The radius in metres of a point of this size; a number that is none or below zero gives 0. */
export function metresOf(size: number | null, form: Measured): number {
  const unit = UNITS[form.point_unit]
  const number = Math.max(0, size ?? 0)
  const metres = unit.isArea ? Math.sqrt(number / Math.PI) : number
  return metres * unit.metres * Math.max(0, numberOr(form.multiplier, 1))
}
