import type { QueryContext } from '#core/query/query-object.ts'
import type { ColumnsEntry, EntryHead } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'

type Ask = (context: QueryContext) => Promise<readonly ColumnsEntry[]>

/** What is known of an answer that was refused, where another of the same chart was given. */
function refusedEntry(error: string, { cost, ...given }: EntryHead): ColumnsEntry {
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

/** Whether the questions of a context are those of several saved charts, each of which is drawn without the others. */
const isOfCharts = ({ queries }: QueryContext): boolean =>
  queries.length > 1 && queries.every(({ saved_chart: chart }) => chart !== undefined && chart !== null)

/** Whether answers fail their chart: one with an error does, but where others can be drawn without it. */
export function hasFailed(context: QueryContext, answers: readonly ColumnsEntry[]): boolean {
  const failed = answers.filter(({ error }) => error).length
  return failed > 0 && (failed === answers.length || !isOfCharts(context))
}

/**
 * Asks the questions of a chart. Where they are those of several saved charts, one that is refused fails alone and its
 * entry says why; the first failure is thrown where none is answered, and any that is no answer of the server.
 */
export async function askLines(context: QueryContext, ask: Ask): Promise<readonly ColumnsEntry[]> {
  if (!isOfCharts(context)) return ask(context)
  const asked = await Promise.allSettled(context.queries.map((query) => ask({ ...context, queries: [query] })))
  const failed = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  const lost = failed.find((reason) => !isRefused(reason))
  const given = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])).find(({ error }) => !error)
  if (failed.length > 0 && (lost !== undefined || !given)) throw lost ?? failed[0]
  return asked.flatMap((each, at) => {
    if (each.status === 'fulfilled') return each.value
    const { message } = each.reason as Error
    return [refusedEntry(t('Chart %s: %s', context.queries[at]?.saved_chart ?? '', message), given as ColumnsEntry)]
  })
}
