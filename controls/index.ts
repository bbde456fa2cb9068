import { adhoc_filter } from './adhoc_filter/index.ts'
import { annotation_layers } from './annotation_layers/index.ts'
import { bounds } from './bounds/index.ts'
import { checkbox } from './checkbox/index.ts'
import { collection } from './collection/index.ts'
import { color_picker } from './color_picker/index.ts'
import { color_scheme } from './color_scheme/index.ts'
import { column } from './column/index.ts'
import { column_config } from './column_config/index.ts'
import { conditional_formatting } from './conditional_formatting/index.ts'
import { fixed_or_metric } from './fixed_or_metric/index.ts'
import { linear_color_scheme } from './linear_color_scheme/index.ts'
import { metric } from './metric/index.ts'
import { number } from './number/index.ts'
import { order_by_columns } from './order_by_columns/index.ts'
import { radio } from './radio/index.ts'
import { select } from './select/index.ts'
import { select_async } from './select_async/index.ts'
import { slider } from './slider/index.ts'
import { spatial } from './spatial/index.ts'
import { text } from './text/index.ts'
import { text_area } from './text_area/index.ts'
import { time_range } from './time_range/index.ts'
import { ts_columns } from './ts_columns/index.ts'
import { viewport } from './viewport/index.ts'
import type { ControlType } from './control.ts'

/** All control types. */
export const controls = [
  adhoc_filter,
  annotation_layers,
  bounds,
  checkbox,
  collection,
  color_picker,
  color_scheme,
  column,
  column_config,
  conditional_formatting,
  fixed_or_metric,
  linear_color_scheme,
  metric,
  number,
  order_by_columns,
  radio,
  select,
  select_async,
  slider,
  spatial,
  text,
  text_area,
  time_range,
  ts_columns,
  viewport,
] as const

const controlTypes: ReadonlyMap<string, ControlType> = new Map(controls.map((each: ControlType) => [each.type, each]))

/** Returns the control type by its folder name. Each form of a dashboard looks up all its controls. */
export function controlType(type: string): ControlType | undefined {
  return controlTypes.get(type)
}
