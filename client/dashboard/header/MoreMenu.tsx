import { useState } from 'react'
import { LazyShareDialog, mayShare } from '#client/shell/ShareAction.tsx'
import { onDemand } from '#client/shell/on-demand.tsx'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { useRevertMigration } from '../filter-box/use-revert-migration.ts'
import { useDashboardExports } from '../state/dashboard-exports.ts'
import { canConfigureFilters } from '../filters/filter-targets.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { menuEntry, useViewMenuEntries, writableEntry } from './use-view-menu-entries.ts'
import { useShare } from '#client/dashboard/state/use-share.ts'
import { hasPermission } from '#core/access/ability.ts'
import { session } from '#client/session/session.ts'
import { saveBundle } from '#client/shell/save-bundle.ts'
import { toast } from '#ui/overlay/toast.ts'
import { activeTabsFor } from '#core/scope/tabs-in-scope.ts'
import { nodeOf } from '#core/layout/node.ts'
import { tabTitle } from '#core/layout/make-node.ts'
import { embedEntry } from '#client/shell/embed-entry.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigateTo } from '#ui/layout/navigate-to.ts'
import { restoreResource, deleteResource } from '#calls/resources.ts'
import { runDeletion } from '#client/session/deleted-resources.ts'

type OpenDialog = 'access' | 'properties' | 'copy' | 'scope' | 'embed' | 'history'

const sayFailure = (text: string) => (error: unknown) =>
  toast.show({ text: `${text}: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' })

/** Deletes the dashboard and opens the dashboard list, where the deletion can be undone. */
function useDelete(): () => void {
  const store = useDashboardStore()
  const client = useQueryClient()
  const go = useNavigateTo()
  return () => {
    const { id, title } = store.getState().info
    const restore = () =>
      void restoreResource('dashboard', id).then(
        () => go(`/dashboard/${id}`),
        sayFailure(t('There was an issue restoring: %s', title)),
      )
    void runDeletion(client, 'dashboard', [id], () => deleteResource('dashboard', id)).then(
      () => {
        void client.invalidateQueries({ queryKey: ['list', 'dashboard'] })
        toast.show({ text: t('Deleted: %s', title), action: { label: t('Undo'), onPress: restore } })
        go('/dashboard/list')
      },
      sayFailure(t('There was an issue deleting: %s', title)),
    )
  }
}

/**
 * Menu entries for sharing the dashboard: a link to it or to an open tab, an email, embed code where embedding is
 * allowed.
 */
function useShareEntries(open: (dialog: OpenDialog) => void): readonly MenuEntry[] {
  const share = useShare()
  const info = useDashboard((state) => state.info)
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const isSharing = info.dash_edit_perm && mayShare(info)
  const access = isSharing ? [menuEntry('access', t('Share with people'), 'user', () => open('access'))] : []
  if (!info.dash_share_perm) return access
  const tabs = activeTabsFor(layout, activeTabs).flatMap((id) => nodeOf(layout, id) ?? [])
  const items: readonly MenuEntry[] = [
    { id: 'link', label: t('Copy link to dashboard'), icon: 'link', onAction: () => share.copy() },
    ...tabs.map((tab) => ({
      id: `link ${tab.id}`,
      label: t('Copy link to tab %s', tabTitle(tab)),
      icon: 'link' as const,
      onAction: () => share.copy(tab.id),
    })),
    { id: 'mail', label: t('Send by mail'), icon: 'mail', onAction: () => share.mail(info.title) },
    ...embedEntry(() => open('embed')),
  ]
  return [...access, { id: 'share', label: t('Share'), icon: 'share', items }]
}

/** The menu entry that exports the dashboard as a bundle, for users with permission. */
function exportEntry({ id, title }: { readonly id: number; readonly title: string }): readonly MenuEntry[] {
  if (!hasPermission(session().user, 'can_export', 'Dashboard')) return []
  return [
    { id: 'export', label: t('Export'), icon: 'download', onAction: () => void saveBundle('dashboard', [id], title) },
  ]
}

const PropertiesDialog = onDemand(() =>
  import('../properties/PropertiesDialog.tsx').then((module) => module.PropertiesDialog),
)

const CrossFilterScope = onDemand(() =>
  import('../chart/CrossFilterScope.tsx').then((module) => module.CrossFilterScope),
)

const EmbedDialog = onDemand(() => import('#client/shell/EmbedDialog.tsx').then((module) => module.EmbedDialog))

const SaveAsDialog = onDemand(() => import('../properties/SaveAsDialog.tsx').then((module) => module.SaveAsDialog))

const FRAME = { width: 1200, height: 800, of: 'dashboard' } as const

const HistoryDialog = onDemand(() => import('#client/history/HistoryDialog.tsx').then((module) => module.HistoryDialog))

/** Menu entries for users who may edit or copy the dashboard. */
function useOwnerEntries(open: (dialog: OpenDialog) => void): readonly MenuEntry[] {
  const store = useDashboardStore()
  const info = useDashboard((state) => state.info)
  const migration = useDashboard((state) => state.migration)
  const takeBack = useRevertMigration()
  const mayFilter = canConfigureFilters(info)
  return [
    ...(mayFilter
      ? [writableEntry('filters', t('Add and edit filters'), 'filter', () => actions.configure(store, {}))]
      : []),
    ...(mayFilter && info.hasCrossFilters
      ? [writableEntry('scope', t('Cross-filters'), 'filter', () => open('scope'))]
      : []),
    ...(mayFilter && migration === 'CONVERTED'
      ? [writableEntry('boxes', t('Back to the filter boxes'), 'undo', takeBack)]
      : []),
    ...(info.dash_edit_perm && !info.isManagedExternally
      ? [writableEntry('properties', t('Edit properties'), 'settings', () => open('properties'))]
      : []),
    ...(info.dash_edit_perm ? [menuEntry('history', t('Version history'), 'history', () => open('history'))] : []),
    ...(info.dash_save_perm ? [writableEntry('copy', t('Save as'), 'copy', () => open('copy'))] : []),
  ]
}

/** Menu entries that save the dashboard as a file. */
function useFileEntries(): readonly MenuEntry[] {
  const sheets = useDashboardExports()
  const items: readonly MenuEntry[] = [
    menuEntry('png', t('Image (PNG)'), 'image', () => sheets.open('png')),
    { ...menuEntry('pdf', t('PDF or paper'), 'download', () => sheets.open('pdf')), keys: 'Ctrl+P' } as MenuEntry,
  ]
  return [{ id: 'download', label: t('Download'), icon: 'download', items }]
}

/** The menu with less frequent actions. */
export function MoreMenu({ onRefresh }: { readonly onRefresh: () => void }) {
  const [open, setOpen] = useState<OpenDialog>()
  const looks = useViewMenuEntries(onRefresh)
  const owners = useOwnerEntries(setOpen)
  const shares = useShareEntries(setOpen)
  const share = useShare()
  const files = useFileEntries()
  const info = useDashboard((state) => state.info)
  const exports = exportEntry(info)
  const remove = useDelete()
  const mayDelete = info.dash_edit_perm && !info.isManagedExternally
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        label={t('More')}
        placement="bottom end"
        trigger={<IconButton icon="more" label={t('More')} />}
        items={[
          ...looks,
          { id: 'after-looks', kind: 'separator' },
          ...files,
          ...exports,
          ...shares,
          ...(owners.length > 0 ? [{ id: 'before-owners', kind: 'separator' } as const] : []),
          ...owners,
          ...(mayDelete
            ? [
                {
                  id: 'delete',
                  label: t('Delete'),
                  icon: 'trash' as const,
                  isDanger: true,
                  isWrite: true,
                  onAction: remove,
                },
              ]
            : []),
        ]}
      />
      {open === 'access' && (
        <LazyShareDialog object={{ type: 'dashboard', id: info.id }} title={info.title} onClose={close} />
      )}
      {open === 'properties' && <PropertiesDialog onClose={close} />}
      {open === 'copy' && <SaveAsDialog onClose={close} />}
      {open === 'embed' && <EmbedDialog makeLink={share.frameLink} frame={FRAME} onClose={close} />}
      {open === 'history' && (
        <HistoryDialog
          name="dashboard"
          id={info.id}
          title={info.title}
          onClose={close}
          onRestored={() => window.location.reload()}
        />
      )}
      {open === 'scope' && <CrossFilterScope onClose={close} />}
    </>
  )
}
