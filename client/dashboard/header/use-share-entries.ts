import { tabTitle } from '#core/layout/make.ts'
import { nodeOf } from '#core/layout/node.ts'
import { activeTabsFor } from '#core/scope/tabs-in-scope.ts'
import { embedEntry } from '#client/shell/embed-entry.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { useDashboard } from '../state/store.ts'
import { useShare } from '#client/dashboard/state/use-share.ts'

/**
 * Menu entries for sharing the dashboard: a link to it or to an open tab, an email, embed code where embedding is
 * allowed.
 */
export function useShareEntries(onEmbed: () => void): readonly MenuEntry[] {
  const share = useShare()
  const { dash_share_perm: mayShare, title } = useDashboard((state) => state.info)
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  if (!mayShare) return []
  const tabs = activeTabsFor(layout, activeTabs).flatMap((id) => nodeOf(layout, id) ?? [])
  const items: readonly MenuEntry[] = [
    { id: 'link', label: t('Copy link to dashboard'), icon: 'link', onAction: () => share.copy() },
    ...tabs.map((tab) => ({
      id: `link ${tab.id}`,
      label: t('Copy link to tab %s', tabTitle(tab)),
      icon: 'link' as const,
      onAction: () => share.copy(tab.id),
    })),
    { id: 'mail', label: t('Send by mail'), icon: 'mail', onAction: () => share.mail(title) },
    ...embedEntry(onEmbed),
  ]
  return [{ id: 'share', label: t('Share'), icon: 'share', items }]
}
