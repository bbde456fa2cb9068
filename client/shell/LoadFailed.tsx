import { isFailedBy } from '#calls/call.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Missing, type Way } from './NotFound.tsx'

interface Props {
  readonly title: string
  readonly error: Error
  /** What is said when it is not there, and where the others are. */
  readonly missing: string
  readonly way: Way
  /** Left out where trying again cannot help. */
  readonly onRetry?: (() => void) | undefined
}

/** A page that could not be loaded: what happened, and the way out: to its list, or to try again. */
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
