import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

/** The link shown when the content of a page does not exist. */
export interface NotFoundLink {
  readonly href: string
  readonly text: string
}

interface MissingProps {
  readonly title: string
  readonly way: NotFoundLink
}

/** A page whose entity does not exist: a message and a link to the list. */
export function EntityNotFound({ title, way }: MissingProps) {
  return (
    <EmptyState
      size="lg"
      isPage
      icon="search"
      title={title}
      text={t('It may have been deleted, or the link may be incomplete.')}
      actions={<LinkButton href={way.href}>{way.text}</LinkButton>}
    />
  )
}

/** The page for unknown URLs. */
export function NotFound() {
  return <EntityNotFound title={t('Page not found')} way={{ href: '/', text: t('Go home') }} />
}
