import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiResponseError } from '#calls/call.ts'
import { fetchQueryResults } from '#calls/sqllab.ts'
import type { QueryStateJson, SqlResultJson, StatementState } from '#core/rest/sqllab.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { runAgain } from './run-actions.ts'
import { useServices } from './sql-lab-services.ts'
import { useSqlLabStore } from './state/store.ts'

interface Props {
  readonly query: QueryStateJson
  readonly statement: StatementState
  readonly resultsKey: string
  readonly children: (result: SqlResultJson) => ReactNode
}

/** Runs a statement again, for rows that the server no longer returns. */
function RunAgain({ query, statement }: Pick<Props, 'query' | 'statement'>) {
  const store = useSqlLabStore()
  const services = useServices()
  return <Button onPress={() => runAgain(store, services, query, statement)}>{t('Run again')}</Button>
}

/** The rows of a statement as stored on the server; runs no query. */
export function StoredResult({ query, statement, resultsKey, children }: Props) {
  const results = useQuery({
    queryKey: ['sqllab-results', resultsKey],
    queryFn: ({ signal }) => fetchQueryResults(resultsKey, signal),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
  if (results.isPending) return <Skeleton shape="table" label={t('Loading the rows')} />
  if (results.isError) {
    const { error } = results
    const isExpired = error instanceof ApiResponseError && error.status === 410
    const isWithdrawn = error instanceof ApiResponseError && error.code === 'result-withdrawn'
    return (
      <ErrorPanel
        tone={isExpired || isWithdrawn ? 'warn' : 'danger'}
        title={isExpired ? t('These rows are no longer stored') : t('The rows could not be read')}
        text={isExpired ? t('Run the query again to see them.') : error.message}
        actions={
          isExpired || isWithdrawn ? (
            <RunAgain query={query} statement={statement} />
          ) : (
            <Button onPress={() => void results.refetch()}>{t('Try again')}</Button>
          )
        }
      />
    )
  }
  return children(results.data)
}
