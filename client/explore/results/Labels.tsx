import { localNumber } from '#core/format/locale.ts'
import { agoText } from '#core/format/ago.ts'
import type { RejectedFilter } from '#core/query/result.ts'
import { exactTimestampText } from '#client/session/timestamps.ts'
import { t, tn } from '#core/text/t.ts'
import { sampledText } from '#client/chart/sample.ts'
import { rowLimitText, countOfPages } from '#client/chart/row-count.ts'
import { useNow } from '#client/chart/use-now.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { Button } from '#ui/base/Button.tsx'
import { useRunner } from '../state/chart-runner.ts'
import { chartIdOf, useExplore } from '../state/store.ts'
import styles from './ChartPane.module.css'

/** When a result was cached, with a button to refresh it. `at` is ISO text in UTC, with or without `Z`. */
function Cached({ at }: { readonly at: string | null }) {
  const { run } = useRunner()
  const now = useNow()
  const stored = Date.parse(at === null || at.endsWith('Z') ? (at ?? '') : `${at}Z`)
  const isKnown = !Number.isNaN(stored)
  const tooltip = isKnown
    ? t('Cached %s. Click to refresh.', exactTimestampText(stored))
    : t('Answered from the cache. Click to refresh.')
  return (
    <Button size="sm" variant="quiet" onPress={() => run(true)} tooltip={tooltip}>
      {isKnown ? t('Cached %s', agoText(now - stored)) : t('Cached')}
    </Button>
  )
}

function whyRejected(rejected: readonly RejectedFilter[]): string {
  if (rejected.every(({ reason }) => reason === 'value_not_a_number')) return t('The value is not a number')
  if (rejected.every(({ reason }) => reason === 'time_range_not_understood'))
    return t('The time range is not understood: it is ignored, and the data end today')
  return rejected.some(({ reason }) => reason === 'simple_having')
    ? t('A simple filter on groups does nothing until it is opened and saved')
    : t('The dataset has no such column')
}

/** Row count, query time and age of the shown result; hidden after a failure. */
export function Labels() {
  const chart = useExplore((state) => state.charts[chartIdOf(state)])
  const answers = chart?.chartStatus === 'failed' ? undefined : chart?.queriesResponse
  const answer = answers?.[0]
  if (!answer) return null
  const all = countOfPages(answers)
  const { cost } = answer
  const capped = rowLimitText(answer)
  const sampled = sampledText(answers, chart?.requestedPixels)
  const rows = localNumber.format(answer.rowcount)
  const nameOf = ({ column }: RejectedFilter) => (column === '__time_range' ? t('Time range') : column)
  const took = Math.max(1, Math.round(cost.queue + cost.plan + cost.engine + cost.post + cost.serialise))
  return (
    <div className={styles['labels']}>
      {sampled !== undefined ? (
        <Badge isOutlined>{sampled}</Badge>
      ) : all !== undefined ? (
        <Badge isOutlined>{t('%s of %s', rows, tn('%s row', '%s rows', all, localNumber.format(all)))}</Badge>
      ) : capped !== undefined ? (
        <Badge isOutlined tone="warn" icon="warning">
          {capped}
        </Badge>
      ) : (
        <Badge isOutlined>{tn('%s row', '%s rows', answer.rowcount, rows)}</Badge>
      )}
      <Badge isOutlined icon="clock">
        {t('%s ms', localNumber.format(took))}
      </Badge>
      {answer.rejected_filters.length > 0 && (
        <Badge isOutlined tone="warn" icon="warning" title={whyRejected(answer.rejected_filters)}>
          {t('Not filtered by %s', [...new Set(answer.rejected_filters.map(nameOf))].join(', '))}
        </Badge>
      )}
      {answer.is_cached && <Cached at={answer.cached_dttm} />}
    </div>
  )
}
