import type { Choice } from '#controls/control.ts'
import type { AnnotationLayer } from '#core/annotation/layer.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'

const nativeSource: Choice = { value: 'NATIVE', label: 'Annotation layer' }
const table: Choice = { value: 'table', label: 'Table' }
const line: Choice = { value: 'line', label: 'Time series' }

/** Returns the possible sources of an annotation type. */
export function sourceChoices(type: AnnotationLayer['annotationType']): readonly Choice[] {
  if (type === 'FORMULA') return []
  return type === 'TIME_SERIES' ? [line] : [nativeSource, table]
}

/** Returns the chart types of a source; empty for annotation layers. */
export function chartTypesOf(source: string): readonly string[] {
  if (source === 'NATIVE' || source === '') return []
  if (source !== 'line') return [source]
  return ['echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area', 'line']
}

/** Returns the labels of a chart's result columns. */
export function columnsOfForm(form: Readonly<Record<string, unknown>>): readonly string[] {
  const mode = form['query_mode'] ?? (Array.isArray(form['all_columns']) && form['all_columns'].length > 0 ? 'raw' : '')
  const fields = queryFields({ viz_type: '', ...form, query_mode: mode })
  return [...fields.columns.map(columnLabel), ...(fields.metrics ?? []).map(metricLabel)]
}

/** Describes a layer in one line. */
export function layerText(layer: AnnotationLayer): string {
  return layer.annotationType === 'FORMULA' ? `${layer.name}: ${String(layer.value ?? '')}` : layer.name
}
