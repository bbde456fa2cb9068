import { localNumber } from '#core/format/locale.ts'
import type { ChartType } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { sampleWidth } from '#core/query/sample.ts'
import { t } from '#core/text/t.ts'
import { type ChartState, hasCurrentResult } from './chart-state.ts'

/** The maximum width of a chart: a chart can fill the window, and the window can fill the screen. */
function widestPicture(): number {
  return Math.max(window.innerWidth, window.screen.availWidth)
}

/**
 * Returns the query context for a chart `pixels` wide; undefined means unknown width. Long series are sampled to what
 * is visible at this width if the chart type supports it.
 */
export function sampledQueryContext(
  context: QueryContext,
  type: ChartType,
  form: FormData,
  pixels: number | undefined,
): QueryContext {
  const sampling = type.toSample?.(form)
  if (!sampling) return context
  const sample = { width: sampleWidth(pixels ?? widestPicture()), ...sampling }
  return { ...context, queries: context.queries.map((query) => ({ ...query, sample })) }
}

/** True if a sampled chart has become at least one step wider than the width it was requested for. */
export function isWidened(chart: ChartState | undefined, step: number): boolean {
  if (!chart || !hasCurrentResult(chart) || chart.requestedPixels === undefined) return false
  const isSampled = chart.queriesResponse.some(({ sampled }) => sampled !== undefined)
  return isSampled && step > sampleWidth(chart.requestedPixels)
}

/** Returns a text that describes the sampling of all results at this width; undefined if none is sampled. */
export function sampledText(
  answers: readonly Pick<ColumnarResult, 'sampled' | 'cost' | 'rowcount'>[],
  pixels: number = widestPicture(),
): string | undefined {
  const samples = answers.flatMap(({ sampled }) => sampled ?? [])
  if (samples.length === 0) return undefined
  const points = localNumber.format(
    answers.reduce((sum, { sampled, rowcount }) => sum + (sampled?.points ?? rowcount), 0),
  )
  const width = Math.min(...samples.map((each) => each.width))
  const text =
    width >= pixels
      ? t('shown: first, last, least and greatest of each pixel; %s points', points)
      : t('shown: first, last, least and greatest of each of %s parts; %s points', localNumber.format(width), points)
  return answers.some(({ cost }) => cost.capped) ? t('%s, cut at the row limit', text) : text
}
