import { t } from '#core/text/t.ts'
import { isFormulaError, parseFormula } from './formula.ts'

export const annotationTypes = ['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES'] as const
export type AnnotationType = (typeof annotationTypes)[number]

/** The source of a layer's data: `''` for formulas, `NATIVE` for annotation layers, otherwise the type of the chart. */
export type AnnotationSource = '' | 'NATIVE' | 'line' | 'table' | (string & {})

/**
 * Overrides for the chart that supplies the layer's data; `time_range` null uses the range of the chart that shows the
 * layer.
 */
export interface AnnotationOverrides {
  readonly time_range?: string | null
  readonly time_grain_sqla?: string | null
  readonly granularity?: string | null
  readonly time_shift?: string | null
  readonly [key: string]: unknown
}

/**
 * A layer on top of a chart: a formula of time, events, intervals or another series. `value` is the text of a formula,
 * or the id of an annotation layer (`NATIVE`) or chart.
 */
export interface AnnotationLayer {
  readonly name: string
  readonly annotationType: AnnotationType
  readonly sourceType: AnnotationSource
  readonly value: string | number | null
  readonly show: boolean
  readonly showLabel?: boolean
  readonly showMarkers?: boolean
  readonly hideLine?: boolean
  readonly color?: string | null
  readonly opacity?: '' | 'opacityLow' | 'opacityMedium' | 'opacityHigh'
  readonly style?: 'solid' | 'dashed' | 'dotted' | 'longDashed'
  /** CSS pixels. */
  readonly width?: number
  readonly timeColumn?: string | null
  readonly intervalEndColumn?: string | null
  readonly titleColumn?: string | null
  readonly descriptionColumns?: readonly string[]
  readonly overrides?: AnnotationOverrides
}

/** Returns an empty layer with this name. */
export function newLayer(name: string): AnnotationLayer {
  return {
    name,
    annotationType: 'FORMULA',
    sourceType: '',
    value: '',
    show: true,
    showLabel: false,
    showMarkers: false,
    hideLine: false,
    color: null,
    opacity: '',
    style: 'solid',
    width: 1,
    timeColumn: null,
    intervalEndColumn: null,
    titleColumn: null,
    descriptionColumns: [],
    overrides: { time_range: null },
  }
}

/** Returns the layer with another type; the source of the former type is cleared. */
export function withType(layer: AnnotationLayer, annotationType: AnnotationType): AnnotationLayer {
  if (annotationType === layer.annotationType) return layer
  return withValue({ ...layer, annotationType, sourceType: '' }, annotationType === 'FORMULA' ? '' : null)
}

/** Returns the layer with another formula, annotation layer or chart; the column choices are cleared. */
export function withValue(layer: AnnotationLayer, value: AnnotationLayer['value']): AnnotationLayer {
  return { ...layer, value, timeColumn: null, intervalEndColumn: null, titleColumn: null, descriptionColumns: [] }
}

/**
 * Reads a stored layer and fills in defaults; unknown keys are preserved. Returns undefined if the value is not an
 * object.
 */
export function readLayer(raw: unknown): AnnotationLayer | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
  const { overrides, ...given } = raw as Record<string, unknown>
  return { ...newLayer(''), ...given, overrides: readOverrides(overrides) }
}

/** Older layers define their own range by `since` and `until`; they use the range of the chart instead. */
function readOverrides(raw: unknown): AnnotationOverrides {
  const { since, until, ...given } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
  return since !== undefined || until !== undefined ? { ...given, time_range: null } : given
}

/** Returns the valid layers of a form or query. */
export function readLayers(raw: unknown): readonly AnnotationLayer[] {
  return Array.isArray(raw) ? raw.map(readLayer).filter((layer) => layer !== undefined) : []
}

/** Returns the problems that prevent the layer from being used; empty if it is valid. */
export function checkLayer(
  layer: AnnotationLayer,
  { supported, others = [] }: { readonly supported: readonly string[]; readonly others?: readonly string[] },
): readonly string[] {
  const isKnown = annotationTypes.includes(layer.annotationType)
  const hasValue = layer.value !== null && layer.value !== undefined && layer.value !== ''
  const needsSource = isKnown && layer.annotationType !== 'FORMULA'
  const fromChart = needsSource && layer.sourceType !== 'NATIVE'
  const isTimed = layer.annotationType === 'EVENT' || layer.annotationType === 'INTERVAL'
  const problems: readonly (string | false)[] = [
    !layer.name && t('A layer needs a name'),
    others.includes(layer.name) && t('There is a layer of this name already'),
    !isKnown && t('Select an annotation type'),
    isKnown && !supported.includes(layer.annotationType) && t('This chart cannot show annotations of this kind'),
    needsSource && !layer.sourceType && t('Select where the annotations come from'),
    layer.annotationType === 'TIME_SERIES' && layer.sourceType === 'NATIVE' && t('A series comes from another chart'),
    !hasValue && t('Mandatory'),
    layer.annotationType === 'FORMULA' && hasValue && formulaProblem(String(layer.value)),
    isTimed && fromChart && !layer.timeColumn && t('Select the column of the time'),
    layer.annotationType === 'INTERVAL' && fromChart && !layer.intervalEndColumn && t('Select the column of the end'),
    (layer.width ?? 1) < 0 && t('`width` must be greater or equal to 0'),
  ]
  return problems.filter((problem) => problem !== false)
}

function formulaProblem(text: string): string | false {
  const formula = parseFormula(text)
  return isFormulaError(formula) && formula.message
}

/** Returns the layers whose data must be requested: those that are shown and are not formulas. */
export function requestedLayers(layers: readonly AnnotationLayer[]): readonly AnnotationLayer[] {
  return layers.filter((layer) => layer.show && layer.annotationType !== 'FORMULA')
}
