import { parseColumnExtent } from '#core/query/column-extent.ts'
import { type ColumnarResult, toTable } from '#core/query/result.ts'
import { fullExtent } from '#client/session/extent.ts'
import type { RemainingRowCounts } from './remaining-rows.ts'
import type { SendQuery } from '#client/dashboard/state/loading.ts'

/** Returns the counts, and the time extent of the data if it was queried and is known. */
export function readRemainingRows(answers: readonly ColumnarResult[], asksSpan: boolean) {
  const counts = asksSpan ? answers.slice(0, -1) : answers
  const failed = counts.find(({ error }) => error)
  if (failed) throw new Error(failed.error ?? '')
  const last = asksSpan ? answers.at(-1) : undefined
  return {
    counts: counts.map((answer) => Number(toTable(answer).columns[0]?.values[0] ?? 0)),
    extent: last && !last.error ? parseColumnExtent(toTable(last)).extent : undefined,
  }
}

/**
 * Returns the query options of the remaining row counts. They are sent with the queries of the charts and answered
 * after them.
 */
export const remainingRowsQuery = (question: RemainingRowCounts | undefined, ask: SendQuery) => ({
  queryKey: ['kept-rows', question?.context],
  retry: false,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const answers = question ? await ask(question.context, { signal, isAfter: true }) : []
    const stored = readRemainingRows(answers, question?.asksSpan ?? false)
    if (!question || question.time === undefined || !stored.extent) return stored
    const { datasource } = question.context
    const extent = await fullExtent(question.time, stored.extent, async (query) => {
      const [answer] = await ask({ datasource, queries: [query] }, { signal, isAfter: true })
      return answer && !answer.error ? toTable(answer) : undefined
    })
    return { ...stored, extent }
  },
})
