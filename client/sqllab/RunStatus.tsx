import { decimalText, localNumber } from '#core/format/locale.ts'
import { useEffect, useRef, useState } from 'react'
import { toBrowserTime } from '#calls/clock.ts'
import type { QueryStateJson, StatementState } from '#core/rest/sqllab.ts'
import { t, tn } from '#core/text/t.ts'
import { Progress } from '#ui/display/Progress.tsx'
import { announce } from '#ui/base/announce.ts'
import styles from './SqlLab.module.css'
import { hasNoResponse } from './state/runner.ts'
import { isActive } from './state/store.ts'

/** Returns milliseconds as readable text: tenths of seconds up to a minute. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 60) return t('%s s', decimalText(seconds.toFixed(1)))
  return t('%s min %s s', String(Math.floor(seconds / 60)), String(Math.floor(seconds % 60)))
}

const TICK = 200

/** Returns the elapsed time of a run, or its duration once it has ended. */
function useElapsed(query: QueryStateJson): number {
  const [now, setNow] = useState(Date.now)
  const isRunning = isActive(query)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [isRunning])
  const { startDttm, endDttm } = query
  if (startDttm === null) return 0
  return endDttm === null ? Math.max(0, now - toBrowserTime(startDttm)) : endDttm - startDttm
}

/** Returns the state of a run as one sentence; without the time, which would be announced at every tick. */
function stateText(query: QueryStateJson): string {
  const { position = null, statements = [] } = query.extra
  const count = statements.length
  const running = statements.findIndex(({ state }) => state === 'running')
  if (position !== null && isActive(query)) return t('Position %s in the queue', localNumber.format(position))
  switch (query.state) {
    case 'pending':
    case 'scheduled':
      return t('Waiting to run')
    case 'running':
      return count > 1 && running >= 0
        ? t('Running statement %s of %s', String(running + 1), String(count))
        : t('Running')
    case 'success':
      return count > 1 ? tn('%s statement ran', '%s statements ran', count, String(count)) : t('Finished')
    case 'stopped':
      return t('Stopped')
    case 'timed_out':
      return t('Stopped at the time limit')
    default:
      return hasNoResponse(query) ? t('No response') : t('Failed')
  }
}

/** Returns the row count of a statement, and whether the row limit cut the rows. */
export function rowsText(statement: Pick<StatementState, 'rows' | 'limited'>): string {
  const rows = localNumber.format(statement.rows ?? 0)
  if (statement.limited) return t('limited to %s rows', rows)
  return tn('%s row', '%s rows', statement.rows ?? 0, rows)
}

/** Returns the effect of a statement that changes data or tables, as in `12 rows changed`. */
export function changeText({ command, changedRows }: Pick<StatementState, 'command' | 'changedRows'>): string {
  if (typeof changedRows === 'number')
    return tn('%s row changed', '%s rows changed', changedRows, localNumber.format(changedRows))
  return t('The statement ran: %s', command ?? '')
}

/** The state and time of a run, announced when it ends. */
export function RunStatus({ query }: { readonly query: QueryStateJson }) {
  const elapsed = useElapsed(query)
  const text = stateText(query)
  const isRunning = isActive(query)
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current && !isRunning) announce(text)
    wasRunning.current = isRunning
  }, [isRunning, text])
  return (
    <div className={styles['status']}>
      <span>{text}</span>
      <span className={styles['elapsed']}>{durationText(elapsed)}</span>
      {isRunning && (
        <div className={styles['progress']}>
          <Progress label={text} value={query.progress > 0 ? query.progress / 100 : undefined} />
        </div>
      )}
    </div>
  )
}
