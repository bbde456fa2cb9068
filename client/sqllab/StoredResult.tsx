import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiResponseError } from '#calls/call.ts'
import { fetchQueryResults } from '#calls/sqllab.ts'
import type { SqlResultJson } from '#core/rest/sqllab.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'

interface Props {
  readonly resultsKey: string
  readonly children: (result: SqlResultJson) => ReactNode
}

/** The rows of a statement as stored on the server; runs no query. */
export function StoredResult({ resultsKey, children }: Props) {
  const results = useQuery({
    queryKey: ['sqllab-results', resultsKey],
    queryFn: ({ signal }) => fetchQueryResults(resultsKey, signal),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
  if (results.isPending) return <Skeleton shape="table" label={t('Loading the rows')} />
  if (results.isError) {
    const isExpired = results.error instanceof ApiResponseError && results.error.status === 410
    return (
      <ErrorPanel
        tone={isExpired ? 'warn' : 'danger'}
        title={isExpired ? t('These rows are no longer stored') : t('The rows could not be read')}
        text={isExpired ? t('Run the query again to see them.') : results.error.message}
        actions={isExpired ? undefined : <Button onPress={() => void results.refetch()}>{t('Try again')}</Button>}
      />
    )
  }
  return children(results.data)
}
