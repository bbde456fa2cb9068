import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'

/** The menu entry for embed code, if the server allows other pages to embed this one. */
export function embedEntry(onAction: () => void): readonly MenuEntry[] {
  return session().settings.isFramed ? [{ id: 'embed', label: t('Embed code'), icon: 'code', onAction }] : []
}
