import { localNumber } from '#core/format/locale.ts'
import { agoText } from '#core/format/ago.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { t, tn } from '#core/text/t.ts'
import { type ChartState, hasCurrentResult } from '#client/chart/chart-state.ts'
import { sampledText } from '#client/chart/sample.ts'
import { countOfPages } from '#client/chart/row-count.ts'
import { useNow } from '#client/chart/use-now.ts'
import { oldestReadTime } from '#client/chart/oldest-read-time.ts'

const MINUTE = 60_000
/** SQL functions and clauses with approximate results. */
const ESTIMATE = /\b(approx\w*|hll\w*|uniq\w*|tablesample|using\s+sample|reservoir_quantile)\b/i

function rowsText({ cost, rowcount }: ColumnarResult, visibleRows: number, isPaper: boolean): string {
  const all = localNumber.format(rowcount)
  // The rows read were aggregated into boxes or series.
  const isMade = cost.capped && rowcount !== (cost.row_limit ?? rowcount)
  if (isMade) return t('from the first %s rows', localNumber.format(cost.row_limit))
  if (isPaper && visibleRows < rowcount) return t('rows 1 to %s of %s', localNumber.format(visibleRows), all)
  if (visibleRows >= rowcount) return cost.capped ? t('first %s rows', all) : tn('%s row', '%s rows', rowcount, all)
  return cost.capped
    ? t('%s of the first %s rows in view', localNumber.format(visibleRows), all)
    : t('%s of %s rows in view', localNumber.format(visibleRows), all)
}

/** Returns the engine time of a query; for a cached result, the time until it arrived. */
function timeText(chart: ChartState, { cost }: ColumnarResult): string {
  const text = (ms: number) => t('%s ms', localNumber.format(Math.max(1, Math.round(ms))))
  if (cost.cache === 'miss') return text(cost.engine + cost.plan)
  const { chartUpdateStartTime: start, chartUpdateEndTime: end } = chart
  return end !== null && hasCurrentResult(chart) ? t('%s, cached', text(end - start)) : t('from the cache')
}

interface Props {
  readonly chart: ChartState
  /** The number of rows of a table visible without scrolling; undefined for charts that show everything. */
  readonly visibleRows?: number | undefined
  /** True in print: rows that are not visible are left out, because paper does not scroll. */
  readonly isPaper?: boolean | undefined
  /** A text about other omissions. */
  readonly cut?: string | undefined
}

/** Row count, completeness, cost and data age of a chart. */
export function ChartFooter({ chart, visibleRows, isPaper = false, cut }: Props) {
  const now = useNow()
  const answer = chart.queriesResponse?.[0]
  if (!answer || chart.chartStatus === 'failed') return null
  const all = countOfPages(chart.queriesResponse)
  const sampled = sampledText(chart.queriesResponse ?? [], chart.requestedPixels)
  const isExact = sampled === undefined && (all !== undefined || !answer.cost.capped) && !ESTIMATE.test(answer.query)
  const age = now - (oldestReadTime(chart) ?? now)
  const parts = [
    sampled !== undefined
      ? sampled
      : all === undefined
        ? rowsText(answer, visibleRows ?? answer.rowcount, isPaper)
        : t('%s of %s', localNumber.format(answer.rowcount), tn('%s row', '%s rows', all, localNumber.format(all))),
    ...(cut === undefined ? [] : [cut]),
    ...(isExact ? [t('exact')] : []),
    timeText(chart, answer),
    ...(age >= MINUTE ? [agoText(age)] : []),
  ]
  return <span>{parts.join(' · ')}</span>
}
