import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'

/** Buttons that sign the user in at an identity provider, and then show the page `next`. */
export function ProviderButtons({ next }: { readonly next: string | undefined }) {
  const { basePath, signInProviders } = session().settings
  const query = next ? `?next=${encodeURIComponent(next)}` : ''
  return signInProviders.map(({ name, label, path }) => (
    <Button key={name} size="lg" isWide onPress={() => window.location.assign(`${basePath}${path}${query}`)}>
      {t('Sign in with %s', label)}
    </Button>
  ))
}
