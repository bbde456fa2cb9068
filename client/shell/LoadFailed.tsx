import { isFailedBy } from '#calls/call.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Missing, type Way } from './NotFound.tsx'

interface Props {
  readonly title: string
  readonly error: Error
  /** The message if the entity does not exist, and the link to its list. */
  readonly missing: string
  readonly way: Way
  /** Absent if a retry cannot help. */
  readonly onRetry?: (() => void) | undefined
}

/** A page that failed to load: the reason, and a link to its list or a retry button. */
export function LoadFailed({ title, error, missing, way, onRetry }: Props) {
  if (isFailedBy(error, 'not-found', 'flag-off', 'dataset-missing', 'database-missing'))
    return <Missing title={missing} way={way} />
  const retry = onRetry && <Button onPress={onRetry}>{t('Try again')}</Button>
  return (
    <div style={{ padding: 'var(--s6)' }}>
      <ErrorPanel title={title} text={error.message} actions={retry} />
    </div>
  )
}
