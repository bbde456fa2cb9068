import { findChartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import type { ChartDataRequest } from './plan/query-request.ts'
import { type Entry, isEntry, type Result } from './result/result-entry.ts'
import { shareTotals, totalsQuery, withShareTotals } from './result/share-totals.ts'
import { tableOf } from './result/displayed-entry.ts'

type RunChartDataRequest = (dataRequest: ChartDataRequest) => Promise<Result>

/** Runs a further query on behalf of a request, as the same caller. The result is in columns. */
async function runAuxiliary(
  ask: RunChartDataRequest,
  dataRequest: ChartDataRequest,
  query: QueryObject,
): Promise<Entry> {
  const context = { ...dataRequest.context, queries: [{ ...query, result_type: 'full' as const }] }
  const answer = await ask({ ...dataRequest, context, index: 0, format: 'columns' })
  if (!isEntry(answer)) throw new Error('No data for totals')
  return answer
}

/** Returns the query with the totals of its shares, if another query of its context requests them. */
export async function withTotalsOfShares(
  ask: RunChartDataRequest,
  dataRequest: ChartDataRequest,
  query: QueryObject,
): Promise<QueryObject> {
  const totals = totalsQuery(dataRequest.context, dataRequest.index)
  return totals
    ? withShareTotals(query, shareTotals(await tableOf(await runAuxiliary(ask, dataRequest, totals))))
    : query
}

/** Returns the totals that are displayed with a query; undefined if it has none. */
export async function totalsOfSheet(ask: RunChartDataRequest, dataRequest: ChartDataRequest) {
  const { form_data: form, queries } = dataRequest.context
  const query = queries[dataRequest.index]
  if (!form || !query) return undefined
  const totals = findChartType(String(form['viz_type']))?.sheetTotals?.(query, form as unknown as FormData)
  return (
    totals && {
      entry: await runAuxiliary(ask, dataRequest, totals),
      dimensions: (query.columns ?? []).map(columnLabel),
    }
  )
}
