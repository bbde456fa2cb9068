import type { ChartType } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { ColumnsEntry } from '#core/query/result.ts'
import { sampleWidth } from '#core/query/sample.ts'
import { t } from '#core/text/t.ts'
import { type ChartState, isAnswered } from './machine.ts'

const count = new Intl.NumberFormat('en-US')

/** The widest a picture may become: any may be made as large as the window, and the window as the screen. */
function widestPicture(): number {
  return Math.max(window.innerWidth, window.screen.availWidth)
}

/**
 * The context of a picture of so many pixels, undefined where that is not known: long series come as what can be seen of
 * them, where that is enough for its kind.
 */
export function pictureContext(
  context: QueryContext,
  type: ChartType,
  form: FormData,
  pixels: number | undefined,
): QueryContext {
  const sight = type.toSample?.(form)
  if (!sight) return context
  const sample = { width: sampleWidth(pixels ?? widestPicture()), ...sight }
  return { ...context, queries: context.queries.map((query) => ({ ...query, sample })) }
}

/** Whether the picture of a sample has become wider, by a step at least, than it was when it was asked for. */
export function isWidened(chart: ChartState | undefined, step: number): boolean {
  if (!chart || !isAnswered(chart) || chart.askedPixels === undefined) return false
  const isSampled = chart.queriesResponse.some(({ sampled }) => sampled !== undefined)
  return isSampled && step > sampleWidth(chart.askedPixels)
}

/**
 * What is shown of the points of answers to a picture of so many pixels, together; undefined where all of them are whole.
 */
export function sampledText(
  answers: readonly Pick<ColumnsEntry, 'sampled' | 'cost' | 'rowcount'>[],
  pixels: number = widestPicture(),
): string | undefined {
  const samples = answers.flatMap(({ sampled }) => sampled ?? [])
  if (samples.length === 0) return undefined
  const points = count.format(answers.reduce((sum, { sampled, rowcount }) => sum + (sampled?.points ?? rowcount), 0))
  const width = Math.min(...samples.map((each) => each.width))
  const text =
    width >= pixels
      ? t('shown: first, last, least and greatest of each pixel; %s points', points)
      : t('shown: first, last, least and greatest of each of %s parts; %s points', count.format(width), points)
  return answers.some(({ cost }) => cost.capped) ? t('%s, cut at the row limit', text) : text
}
