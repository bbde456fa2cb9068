import type { ReactNode } from 'react'
import { ApiResponseError, hasErrorCode } from '#calls/call.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { EntityNotFound, type NotFoundLink } from './NotFound.tsx'

interface Props {
  readonly title: string
  readonly error: Error
  /** The message if the entity does not exist, and the link to its list. */
  readonly missing: string
  readonly way: NotFoundLink
  /** Absent if a retry cannot help. */
  readonly onRetry?: (() => void) | undefined
  /** Shown if the user has no access, such as a button that requests it. */
  readonly access?: ReactNode | undefined
}

/** Returns why a page failed to load; the message of an unexpected server error says nothing to users. */
function causeText(error: Error): string {
  const isUnexpected =
    error instanceof ApiResponseError && error.status >= 500 && (error.code === undefined || error.code === 'internal')
  return isUnexpected ? t('The server could not answer. Try again in a moment.') : error.message
}

/** A page that failed to load: the reason, the request ID of a server error, and a link to its list or a retry button. */
export function LoadError({ title, error, missing, way, onRetry, access }: Props) {
  if (hasErrorCode(error, 'not-found', 'flag-off', 'dataset-missing', 'database-missing'))
    return <EntityNotFound title={missing} way={way} />
  const id = error instanceof ApiResponseError && error.status >= 500 ? error.requestId : undefined
  return (
    <div role="alert">
      <EmptyState
        size="lg"
        isPage
        icon="error"
        title={title}
        text={
          <>
            <p>{causeText(error)}</p>
            {id !== undefined && <p>{t('Request ID for your administrator: %s', id)}</p>}
            {hasErrorCode(error, 'dashboard-access', 'dataset-access') && access}
          </>
        }
        actions={onRetry && <Button onPress={onRetry}>{t('Try again')}</Button>}
      />
    </div>
  )
}
