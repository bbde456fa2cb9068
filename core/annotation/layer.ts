import { t } from '#core/text/t.ts'
import { isFormulaFault, parseFormula } from './formula.ts'

export const annotationTypes = ['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES'] as const
export type AnnotationType = (typeof annotationTypes)[number]

/** Where a layer's data come from: `''` for formulas, `NATIVE` for annotation layers, else the kind of the chart. */
export type AnnotationSource = '' | 'NATIVE' | 'line' | 'table' | (string & {})

/** What a layer changes of the chart it is taken from; `time_range` null takes that of the chart it is shown in. */
export interface AnnotationOverrides {
  readonly time_range?: string | null
  readonly time_grain_sqla?: string | null
  readonly granularity?: string | null
  readonly time_shift?: string | null
  readonly [key: string]: unknown
}

/**
 * Something laid over a chart: a formula of time, events, intervals or another series. `value` is the text of a formula,
 * the id of an annotation layer (`NATIVE`) or that of a chart.
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

/** A layer of this name with nothing chosen yet. */
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

/** The layer with another type: what the former type was made of is gone. */
export function withType(layer: AnnotationLayer, annotationType: AnnotationType): AnnotationLayer {
  if (annotationType === layer.annotationType) return layer
  return withValue({ ...layer, annotationType, sourceType: '' }, annotationType === 'FORMULA' ? '' : null)
}

/** The layer with another formula, annotation layer or chart: columns are chosen anew. */
export function withValue(layer: AnnotationLayer, value: AnnotationLayer['value']): AnnotationLayer {
  return { ...layer, value, timeColumn: null, intervalEndColumn: null, titleColumn: null, descriptionColumns: [] }
}

/** A layer as saved, in whatever state: unknown keys stay; undefined when it is no layer at all. */
export function readLayer(raw: unknown): AnnotationLayer | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
  const { overrides, ...given } = raw as Record<string, unknown>
  return { ...newLayer(''), ...given, overrides: readOverrides(overrides) }
}

/** Older layers name an own range by `since` and `until`: they take that of the chart. */
function readOverrides(raw: unknown): AnnotationOverrides {
  const { since, until, ...given } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
  return since !== undefined || until !== undefined ? { ...given, time_range: null } : given
}

/** The layers of a form or query that are layers. */
export function readLayers(raw: unknown): readonly AnnotationLayer[] {
  return Array.isArray(raw) ? raw.map(readLayer).filter((layer) => layer !== undefined) : []
}

/** The types a chart cannot show, and what is missing; empty when the layer can be used. */
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
    needsSource && !layer.sourceType && t('Choose where the annotations come from'),
    layer.annotationType === 'TIME_SERIES' && layer.sourceType === 'NATIVE' && t('A series comes from another chart'),
    !hasValue && t('Mandatory'),
    layer.annotationType === 'FORMULA' && hasValue && formulaProblem(String(layer.value)),
    isTimed && fromChart && !layer.timeColumn && t('Choose the column of the time'),
    layer.annotationType === 'INTERVAL' && fromChart && !layer.intervalEndColumn && t('Choose the column of the end'),
    (layer.width ?? 1) < 0 && t('`width` must be greater or equal to 0'),
  ]
  return problems.filter((problem) => problem !== false)
}

function formulaProblem(text: string): string | false {
  const formula = parseFormula(text)
  return isFormulaFault(formula) && formula.message
}

/** The layers whose data have to be asked for: shown, and not formulas. */
export function requestedLayers(layers: readonly AnnotationLayer[]): readonly AnnotationLayer[] {
  return layers.filter((layer) => layer.show && layer.annotationType !== 'FORMULA')
}
