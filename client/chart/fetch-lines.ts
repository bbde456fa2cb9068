import type { QueryContext } from '#core/query/query-object.ts'
import type { ColumnarResult, ResultMetadata } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'

type SendQuery = (context: QueryContext) => Promise<readonly ColumnarResult[]>

/** Returns the entry of a failed query, with the head fields of a successful query of the same chart. */
function refusedEntry(error: string, { cost, ...given }: ResultMetadata): ColumnarResult {
  const { annotation_data: _layers, label_map: _labels, colors: _colors, saved_chart: _chart, ...head } = given
  return {
    ...head,
    status: 'failed',
    error,
    query: '',
    colnames: [],
    coltypes: [],
    columns: [],
    rowcount: 0,
    sql_rowcount: 0,
    applied_filters: [],
    rejected_filters: [],
    cost: { ...cost, bytes: 0, capped: false },
  }
}

const isRefused = (error: unknown): error is Error => (error as { kind?: string } | null)?.kind === 'answer'

/** True if the queries of a context belong to several saved charts, which can be drawn without each other. */
const isOfCharts = ({ queries }: QueryContext): boolean =>
  queries.length > 1 && queries.every(({ saved_chart: chart }) => chart !== undefined && chart !== null)

/** True if the results fail the chart: any error does, unless the other results can be drawn without it. */
export function hasFailed(context: QueryContext, answers: readonly ColumnarResult[]): boolean {
  const failed = answers.filter(({ error }) => error).length
  return failed > 0 && (failed === answers.length || !isOfCharts(context))
}

/**
 * Sends the queries of a chart. If they belong to several saved charts, a query that the server rejects fails alone and
 * its entry holds the reason. Throws the first failure if no query succeeds, and any failure that is not a response of
 * the server.
 */
export async function fetchLines(context: QueryContext, ask: SendQuery): Promise<readonly ColumnarResult[]> {
  if (!isOfCharts(context)) return ask(context)
  const pendingRequests = await Promise.allSettled(
    context.queries.map((query) => ask({ ...context, queries: [query] })),
  )
  const failed = pendingRequests.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  const lost = failed.find((reason) => !isRefused(reason))
  const given = pendingRequests
    .flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    .find(({ error }) => !error)
  if (failed.length > 0 && (lost !== undefined || !given)) throw lost ?? failed[0]
  return pendingRequests.flatMap((each, index) => {
    if (each.status === 'fulfilled') return each.value
    const { message } = each.reason as Error
    return [
      refusedEntry(t('Chart %s: %s', context.queries[index]?.saved_chart ?? '', message), given as ColumnarResult),
    ]
  })
}
