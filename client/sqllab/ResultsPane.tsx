import { useState } from 'react'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { type TabItem, Tabs } from '#ui/layout/Tabs.tsx'
import { ChartPreview } from './ChartPreview.tsx'
import { LivePreview } from './LivePreview.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { mayRunSql } from './run-actions.ts'
import { RunStatus } from './RunStatus.tsx'
import { SavedQueriesPanel } from './SavedQueriesPanel.tsx'
import styles from './SqlLab.module.css'
import { useActiveTabSummary, useSqlLab } from './state/store.ts'
import { StoredResult } from './StoredResult.tsx'
import { StatementResult } from './StatementResult.tsx'
import type { QueryStateJson, StatementState } from '#core/rest/sqllab.ts'

const STATES = ['pending', 'running', 'success', 'failed', 'stopped', 'timed_out'] as const

/** Returns the statements of a run; a run whose response lists none is one statement. */
function statementsOf(query: QueryStateJson): readonly StatementState[] {
  const { statements = [], errors = [] } = query.extra
  if (statements.length > 0) return statements
  const { sql, rows, limit, limitingFactor, resultsKey, startDttm, endDttm, errorMessage } = query
  const message = { message: errorMessage ?? '', error_type: '', level: 'error' }
  const isLimited = rows !== null && rows === limit && /DROPDOWN/.test(limitingFactor)
  return [
    {
      index: 0,
      sql: sql ?? '',
      start: 0,
      end: sql?.length ?? 0,
      state: STATES.find((state) => state === query.state) ?? 'pending',
      rows,
      limited: isLimited,
      resultsKey,
      startDttm,
      endDttm,
      errors: errors.length > 0 ? errors : errorMessage ? [message] : [],
    },
  ]
}

/** The tab that the user has selected, and when: for which run, and after how many opened CTEs. */
interface SelectedTab {
  readonly id: string
  readonly run: string | undefined
  readonly statement?: number
  readonly opened: number
}

interface ChartTabProps {
  readonly query: QueryStateJson
  readonly statement: StatementState
  readonly resultsKey: string
}

/** A chart of the stored rows of a statement. */
function ChartTab({ query, statement, resultsKey }: ChartTabProps) {
  return (
    <StoredResult key={resultsKey} query={query} statement={statement} resultsKey={resultsKey}>
      {(result) => <ChartPreview result={result} statement={statement} />}
    </StoredResult>
  )
}

/** The results of the latest run of the active tab, one tab per statement; earlier runs; saved queries. */
export function ResultsPane() {
  const tab = useActiveTabSummary()
  const query = useSqlLab((state) => state.queries[tab?.latestQueryId ?? ''])
  // A selection made for another run, or before a CTE was opened, does not apply.
  const [chosen, setChosen] = useState<SelectedTab>()
  const preview = useSqlLab((state) => state.previews[tab?.key ?? ''])
  const opened = preview?.opened ?? 0
  const statements = query ? statementsOf(query) : []
  const isPanel = chosen?.id === 'history' || chosen?.id === 'saved'
  const failed = statements.findIndex(({ state }) => state === 'failed')
  const last = String(failed >= 0 ? failed : Math.max(0, statements.length - 1))
  // A text that has changed since the latest run is previewed.
  const isPreviewed = preview !== undefined && preview.after === (tab?.latestQueryId ?? null)
  const first = isPreviewed && mayRunSql() ? 'preview' : last
  const isChosen = chosen !== undefined && (chosen.opened === opened || chosen.id === 'preview')
  const selected = isChosen && (chosen.run === query?.id || (isPanel && chosen.run === undefined)) ? chosen.id : first
  const isChart = selected === 'chart'
  const shown = isChart ? (chosen?.statement ?? Number(last)) : Number(selected)
  const statement = statements[shown]
  const results: readonly TabItem[] =
    statements.length > 1
      ? statements.map(({ index }) => ({ id: String(index), label: t('Result %s', String(index + 1)) }))
      : [{ id: '0', label: t('Results') }]
  return (
    <section className={styles['results']} aria-label={t('Results')}>
      <Tabs
        label={t('Results')}
        size="sm"
        isFill
        items={[
          ...results,
          ...(mayRunSql() ? [{ id: 'preview', label: t('Preview') }] : []),
          { id: 'chart', label: t('Chart preview') },
          { id: 'history', label: t('Query history') },
          { id: 'saved', label: t('Saved queries') },
        ]}
        selected={selected}
        onSelect={(id) => setChosen({ id, run: query?.id, opened, ...(statement ? { statement: shown } : {}) })}
        end={query && <RunStatus key={query.id} query={query} />}
      >
        {selected === 'preview' ? (
          <LivePreview preview={preview} />
        ) : selected === 'history' ? (
          <HistoryPanel />
        ) : selected === 'saved' ? (
          <SavedQueriesPanel />
        ) : isChart && query && statement?.state === 'success' && statement.resultsKey ? (
          <ChartTab query={query} statement={statement} resultsKey={statement.resultsKey} />
        ) : tab && query && statement ? (
          <StatementResult tab={tab} query={query} statement={statement} />
        ) : (
          <EmptyState title={t('Run SQL to see its rows')} />
        )}
      </Tabs>
    </section>
  )
}
