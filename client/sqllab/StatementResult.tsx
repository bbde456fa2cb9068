import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { QueryStateJson, StatementState } from '#core/rest/sqllab.ts'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import { t } from '#core/text/t.ts'
import { sqlName } from '#controls/shared/completion.ts'
import type { CodeRange } from '#ui/input/code/pane.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { CreatedTable } from './CreatedTable.tsx'
import { errorRange, positionOf, runOffset, suggestedNames } from './error-marks.ts'
import { ResultGrid } from './ResultGrid.tsx'
import { sendAgain } from './run-actions.ts'
import { changeText } from './RunStatus.tsx'
import { useServices } from './sql-lab-services.ts'
import styles from './SqlLab.module.css'
import { hasNoResponse } from './state/runner.ts'
import { type TabSummary, useActiveTab, useSqlLab, useSqlLabStore } from './state/store.ts'
import { tablesKey } from './use-tables.ts'

interface Props {
  readonly tab: TabSummary
  readonly query: QueryStateJson
  readonly statement: StatementState
}

interface NameFixesProps {
  readonly names: readonly string[]
  readonly range: CodeRange
  readonly databaseId: number
}

/** Buttons that write a suggested name in place of an unknown one. */
function NameFixes({ names, range, databaseId }: NameFixesProps) {
  const { editor } = useServices()
  const mark = quoteMarkOf(useSqlLab((state) => state.databases[databaseId]?.backend))
  return names.map((name) => (
    <Button
      key={name}
      size="sm"
      onPress={() => {
        editor.current?.replace([{ from: range.from, to: range.to, text: sqlName(name, mark) }])
        editor.current?.focus()
      }}
    >
      {t('Use "%s"', name)}
    </Button>
  ))
}

/** Why a statement failed, with a link to the position in the editor and suggested names. */
function Failure({ query, statement }: Omit<Props, 'tab'>) {
  const { editor } = useServices()
  const known = useSqlLab((state) => state.offsets[query.id])
  const text = useActiveTab()?.sql ?? ''
  const sql = query.sql ?? ''
  const base = runOffset(text, sql, known)
  const isOff = useSqlLab((state) => state.databases[query.dbId]?.allow_dml === false)
  const errors =
    statement.errors.length > 0 ? statement.errors : [{ message: query.errorMessage ?? t('The query failed.') }]
  return (
    <div className={styles['failure']}>
      {errors.map((error, index) => {
        const range = base === undefined || !('extra' in error) ? undefined : errorRange(text, base, sql, error)
        const position = range && positionOf(text, range.from)
        return (
          <ErrorPanel
            // oxlint-disable-next-line react/no-array-index-key -- errors of an ended statement stay in order
            key={index}
            title={
              isOff && 'error_type' in error && error.error_type === 'DML_NOT_ALLOWED_ERROR'
                ? t('This database does not allow changes of data (DML)')
                : position
                  ? t('Error at line %s, column %s', String(position.line), String(position.column))
                  : t('The statement failed')
            }
            details={error.message}
            actions={
              range && (
                <>
                  <NameFixes
                    names={'extra' in error ? suggestedNames(text, range, error) : []}
                    range={range}
                    databaseId={query.dbId}
                  />
                  <Button size="sm" onPress={() => editor.current?.select(range)}>
                    {t('Show in the editor')}
                  </Button>
                </>
              )
            }
          />
        )
      })}
    </div>
  )
}

/** Says that the request of a run got no response, and sends it again. */
function NoResponse({ query }: Pick<Props, 'query'>) {
  const store = useSqlLabStore()
  const services = useServices()
  return (
    <ErrorPanel
      title={t("Can't reach the server.")}
      actions={<Button onPress={() => sendAgain(store, services, query)}>{t('Try again')}</Button>}
    />
  )
}

/** The effect of a statement that changes data. If it changes tables, the table list is reloaded. */
function ChangeResult({ query, statement }: Omit<Props, 'tab'>) {
  const client = useQueryClient()
  const { dbId, schema } = query
  useEffect(() => {
    void client.invalidateQueries({ queryKey: tablesKey(dbId, schema).slice(0, 2) })
  }, [client, dbId, schema, statement.endDttm])
  return <EmptyState title={changeText(statement)} />
}

/** The outcome of a statement: its rows, its error, or why it has neither. */
export function StatementResult({ tab, query, statement }: Props) {
  switch (statement.state) {
    case 'pending':
    case 'running':
      return <Skeleton shape="table" label={t('The rows appear here')} />
    case 'failed':
      if (hasNoResponse(query)) return <NoResponse query={query} />
      return <Failure query={query} statement={statement} />
    case 'timed_out':
      return (
        <EmptyState title={t('The statement was stopped at the time limit')} text={query.errorMessage ?? undefined} />
      )
    case 'stopped':
      return <EmptyState title={t('The statement was stopped')} />
    case 'not_run':
      return (
        <EmptyState title={t('This statement was not run')} text={t('A statement before it failed or was stopped.')} />
      )
    default:
      if (statement.command !== undefined) return <ChangeResult query={query} statement={statement} />
      if (query.ctas && query.tempTable !== null && statement.resultsKey === null)
        return <CreatedTable databaseId={query.dbId} schema={query.tempSchema} table={query.tempTable} />
      return statement.resultsKey === null ? (
        <EmptyState title={t('The statement ran and returned no rows')} />
      ) : (
        <ResultGrid
          key={statement.resultsKey}
          tab={tab}
          query={query}
          statement={statement}
          resultsKey={statement.resultsKey}
        />
      )
  }
}
