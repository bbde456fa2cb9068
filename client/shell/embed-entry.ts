import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'

/** The line of a menu that leads to embed code, where the server lets other pages frame what it shows. */
export function embedEntry(onAction: () => void): readonly MenuEntry[] {
  return session().settings.isFramed ? [{ id: 'embed', label: t('Embed code'), icon: 'code', onAction }] : []
}
