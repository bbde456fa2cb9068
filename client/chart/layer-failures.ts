import { chartType } from '#charts/index.ts'
import { isFormulaError, parseFormula } from '#core/annotation/formula.ts'
import { readLayers } from '#core/annotation/layer.ts'
import type { ChartState } from './chart-state.ts'

/**
 * Returns the annotation layers of a chart that cannot be drawn, as name and reason: invalid formulas and failed loads.
 */
export function layerFailures(chart: ChartState): readonly (readonly [string, string])[] {
  const form = chart.sliceFormData ?? chart.form_data
  const types = chartType(form.viz_type)?.meta.supportedAnnotationTypes ?? []
  const formulas = readLayers(form['annotation_layers']).flatMap(({ name, show, annotationType, value }) => {
    if (!show || annotationType !== 'FORMULA' || !types.includes(annotationType)) return []
    const formula = parseFormula(String(value ?? ''))
    return isFormulaError(formula) ? [[name, formula.message] as const] : []
  })
  return [...formulas, ...Object.entries(chart.annotationError)]
}
