import { session } from '#client/session/session.ts'
import { saveBundle } from '#client/shell/save-bundle.ts'
import { has } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'

/** The menu entry that exports the dashboard as a bundle, for users with permission. */
export function exportEntry({ id, title }: { readonly id: number; readonly title: string }): readonly MenuEntry[] {
  if (!has(session().user, 'can_export', 'Dashboard')) return []
  return [
    { id: 'export', label: t('Export'), icon: 'download', onAction: () => void saveBundle('dashboard', [id], title) },
  ]
}
