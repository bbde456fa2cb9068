import { ownValue } from '#core/rest/json.ts'
import type { FormData } from '#core/form/form-data.ts'
import { listOf } from '#core/form/query-fields.ts'
import { withMissingKeys, renameFormKeys, withoutKeys } from './migration.ts'

/** Current names of the keys of older (NVD3) time-series charts. */
const NAMES: Readonly<Record<string, string>> = {
  show_bar_value: 'show_value',
  show_markers: 'markerEnabled',
  x_axis_format: 'x_axis_time_format',
  x_axis_label: 'x_axis_title',
  y_axis_label: 'y_axis_title',
  y_log_scale: 'logAxis',
}

/** Current line styles by the older `line_interpolation`: steps were before or after their point. */
const CURVES: Readonly<Record<string, string>> = {
  basis: 'smooth',
  cardinal: 'smooth',
  monotone: 'smooth',
  'step-after': 'end',
  'step-before': 'start',
}

const isBound = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** Migrates the options that older line, bar and area charts share to the current time-series chart. */
export function migrateNvd3(form: FormData, viz_type: string): FormData {
  const { contribution, show_brush, line_interpolation, x_ticks_layout } = form
  const newForm = {
    ...(contribution ? { contributionMode: 'row' } : {}),
    ...(show_brush === 'yes' ? { zoomable: true } : {}),
    ...(x_ticks_layout === '45°' ? { xAxisLabelRotation: 45 } : {}),
    ...(listOf<unknown>(form['y_axis_bounds']).some(isBound) ? { truncateYAxis: true } : {}),
    ...(typeof line_interpolation === 'string' ? { seriesType: ownValue(CURVES, line_interpolation) ?? 'line' } : {}),
    // Older charts included the metric in series names only if there were several.
    truncate_metric: true,
  }
  const own = withoutKeys(form, 'contribution', 'show_brush', 'line_interpolation', 'x_ticks_layout')
  return { ...withMissingKeys(renameFormKeys(own, NAMES), newForm), viz_type }
}
