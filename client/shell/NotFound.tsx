import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

/** A page for addresses nothing lives at. */
export function NotFound() {
  return (
    <EmptyState
      size="lg"
      title={t('There is nothing at this address')}
      text={t('It may have been deleted, or the link may be incomplete.')}
      actions={<LinkButton href="/">{t('Go home')}</LinkButton>}
    />
  )
}
