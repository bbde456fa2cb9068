import { useContext, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { ShownPartsContext } from '#client/shell/shown-parts.ts'
import { t } from '#core/text/t.ts'
import type { IconName } from '#ui/base/icon-paths.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { useTakeBack } from '../filter-box/use-take-back.ts'
import { useSheets } from '../state/sheets.ts'
import { mayConfigure } from '../filters/filter-targets.ts'
import { exportEntry } from './export-entry.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { useComparisons } from './use-comparisons.ts'
import { useDelete } from './use-delete.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useIntervals } from './use-intervals.ts'
import { useShare } from '#client/dashboard/state/use-share.ts'
import { useShareEntries } from './use-share-entries.ts'

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

type Open = 'properties' | 'copy' | 'scope' | 'embed' | 'history'

const entry = (id: string, label: string, icon: IconName, onAction: () => void): MenuEntry => ({
  id,
  label,
  icon,
  onAction,
})

/** Menu entries for users who may edit or copy the dashboard. */
function useOwnerEntries(open: (dialog: Open) => void): readonly MenuEntry[] {
  const store = useDashboardStore()
  const info = useDashboard((state) => state.info)
  const migration = useDashboard((state) => state.migration)
  const takeBack = useTakeBack()
  const mayFilter = mayConfigure(info)
  return [
    ...(mayFilter ? [entry('filters', t('Add and edit filters'), 'filter', () => actions.configure(store, {}))] : []),
    ...(mayFilter && info.hasCrossFilters ? [entry('scope', t('Cross-filters'), 'filter', () => open('scope'))] : []),
    ...(mayFilter && migration === 'CONVERTED'
      ? [entry('boxes', t('Back to the filter boxes'), 'undo', takeBack)]
      : []),
    ...(info.dash_edit_perm && !info.isManagedExternally
      ? [entry('properties', t('Edit properties'), 'settings', () => open('properties'))]
      : []),
    ...(info.dash_edit_perm ? [entry('history', t('Version history'), 'history', () => open('history'))] : []),
    ...(info.dash_save_perm ? [entry('copy', t('Save as'), 'copy', () => open('copy'))] : []),
  ]
}

/** Menu entries for viewing: refresh, auto-refresh, comparison, full screen. */
function useLookEntries(onRefresh: () => void): readonly MenuEntry[] {
  const every = useIntervals()
  const comparisons = useComparisons()
  const store = useDashboardStore()
  const hasCharts = useDashboard(({ charts }) => Object.keys(charts).length > 0)
  const isRefreshing = useDashboard((state) => state.isRefreshing)
  const { hasNavigation } = useContext(ShownPartsContext)
  const { isFull, toggle } = useFullscreen(!hasNavigation)
  return [
    {
      ...entry('refresh', t('Refresh dashboard'), 'refresh', onRefresh),
      isDisabled: isRefreshing,
      why: isRefreshing ? t('The charts are being updated') : undefined,
    } as MenuEntry,
    { id: 'every', label: t('Auto-refresh'), icon: 'clock', items: every },
    ...comparisons,
    ...(hasCharts ? [entry('present', t('Present'), 'play', () => actions.present(store, true))] : []),
    entry('full', isFull ? t('Exit fullscreen') : t('Enter fullscreen'), isFull ? 'collapse' : 'expand', toggle),
  ]
}

/** Menu entries that save the dashboard as a file. */
function useFileEntries(): readonly MenuEntry[] {
  const sheets = useSheets()
  const items: readonly MenuEntry[] = [
    entry('png', t('Image (PNG)'), 'image', () => sheets.open('png')),
    { ...entry('pdf', t('PDF or paper'), 'download', () => sheets.open('pdf')), keys: 'Ctrl+P' } as MenuEntry,
  ]
  return [{ id: 'download', label: t('Download'), icon: 'download', items }]
}

/** The menu with less frequent actions. */
export function MoreMenu({ onRefresh }: { readonly onRefresh: () => void }) {
  const [open, setOpen] = useState<Open>()
  const looks = useLookEntries(onRefresh)
  const owners = useOwnerEntries(setOpen)
  const shares = useShareEntries(() => setOpen('embed'))
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
            ? [{ id: 'delete', label: t('Delete'), icon: 'trash' as const, isDanger: true, onAction: remove }]
            : []),
        ]}
      />
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
