import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/input/Button.tsx'

interface Props {
  readonly title: string
  readonly error: Error
  readonly onRetry: () => void
}

/** A page that could not be loaded: what happened, and the way to try again. */
export function LoadFailed({ title, error, onRetry }: Props) {
  return (
    <div style={{ padding: 'var(--s6)' }}>
      <ErrorPanel title={title} text={error.message} actions={<Button onPress={onRetry}>{t('Try again')}</Button>} />
    </div>
  )
}
