import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

/** `/login/link/:token`: shown only if the link did not sign the user in. */
export default function UsedLinkPage() {
  return (
    <EmptyState
      size="lg"
      title={t('This sign-in link has been used or has expired')}
      text={t('Request a new sign-in link or sign in with your password.')}
      actions={<LinkButton href="/login/">{t('Sign in')}</LinkButton>}
    />
  )
}
