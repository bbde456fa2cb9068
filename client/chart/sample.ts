import type { ChartType } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { ColumnsEntry } from '#core/query/result.ts'
import { sampleWidth } from '#core/query/sample.ts'
import { t } from '#core/text/t.ts'

const count = new Intl.NumberFormat('en-US')

/** The widest a picture may become: any may be made as large as the window, and the window as the screen. */
function widest(): number {
  return Math.max(window.innerWidth, window.screen.availWidth)
}

/** The context of a picture: long series come as what can be seen of them, where that is enough for its kind. */
export function pictureContext(context: QueryContext, type: ChartType, form: FormData): QueryContext {
  const sight = type.toSample?.(form)
  if (!sight) return context
  const sample = { width: sampleWidth(widest()), ...sight }
  return { ...context, queries: context.queries.map((query, index) => (index === 0 ? { ...query, sample } : query)) }
}

/** What is shown of the points of a sampled answer; undefined of one that is whole. */
export function sampledText({
  sampled,
  cost,
}: Pick<ColumnsEntry, 'sampled' | 'cost' | 'rowcount'>): string | undefined {
  if (!sampled) return undefined
  const points = count.format(sampled.points)
  const text =
    sampled.width >= widest()
      ? t('shown: first, last, least and greatest of each pixel; %s points', points)
      : t('shown: first, last, least and greatest of each of %s parts; %s points', count.format(sampled.width), points)
  return cost.capped ? t('%s, cut at the row limit', text) : text
}
