import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

/** Where a page leads when what it shows is not there. */
export interface Way {
  readonly href: string
  readonly text: string
}

interface MissingProps {
  readonly title: string
  readonly way: Way
}

/** A page whose thing is not there: what is missing, and the way to the others. */
export function Missing({ title, way }: MissingProps) {
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

/** A page for addresses nothing lives at. */
export function NotFound() {
  return <Missing title={t('Page not found')} way={{ href: '/', text: t('Go home') }} />
}
