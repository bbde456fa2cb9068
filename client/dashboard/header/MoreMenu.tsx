import { lazy, Suspense, useState } from 'react'
import { formatDuration } from '#core/format/duration.ts'
import { t } from '#core/text/t.ts'
import type { IconName } from '#ui/display/icon-paths.ts'
import { IconButton } from '#ui/input/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useTakeBack } from '../filter-box/use-take-back.ts'
import { mayConfigure } from '../state/filter-targets.ts'
import { intervals } from '../state/refresh.ts'
import { exportEntry } from './export-entry.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'

const PropertiesDialog = lazy(() =>
  import('../properties/PropertiesDialog.tsx').then((module) => ({ default: module.PropertiesDialog })),
)

const CrossFilterScope = lazy(() =>
  import('../chart/CrossFilterScope.tsx').then((module) => ({ default: module.CrossFilterScope })),
)

const SaveAsDialog = lazy(() =>
  import('../properties/SaveAsDialog.tsx').then((module) => ({ default: module.SaveAsDialog })),
)

/** How often the dashboard is asked again while this page is open; what is stored stays. */
function useIntervals(): readonly MenuEntry[] {
  const store = useDashboardStore()
  const chosen = useDashboard(({ refreshFrequency }) => refreshFrequency)
  return [...new Set([...intervals, chosen])]
    .toSorted((a, b) => a - b)
    .map((seconds) => ({
      id: `every ${seconds}`,
      label: seconds === 0 ? t("Don't refresh") : t('Every %s', formatDuration(seconds * 1000)),
      isChecked: seconds === chosen,
      onAction: () => {
        actions.refreshEvery(store, seconds)
        toast.show({ text: t('Refresh interval saved for this visit') })
      },
    }))
}

type Open = 'properties' | 'copy' | 'scope'

/** What those who may change the dashboard, or save one, do with it. */
function useOwnerEntries(open: (dialog: Open) => void): readonly MenuEntry[] {
  const store = useDashboardStore()
  const info = useDashboard((state) => state.info)
  const migration = useDashboard((state) => state.migration)
  const takeBack = useTakeBack()
  const entry = (id: string, label: string, icon: IconName, onAction: () => void): MenuEntry => ({
    id,
    label,
    icon,
    onAction,
  })
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
    ...(info.dash_save_perm ? [entry('copy', t('Save as'), 'copy', () => open('copy'))] : []),
  ]
}

/** What is done less often. */
export function MoreMenu({ onRefresh }: { readonly onRefresh: () => void }) {
  const every = useIntervals()
  const [open, setOpen] = useState<Open>()
  const ownerEntries = useOwnerEntries(setOpen)
  const exportEntries = exportEntry(useDashboard(({ info }) => info))
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        label={t('More')}
        placement="bottom end"
        trigger={<IconButton icon="more" label={t('More')} />}
        items={[
          ...ownerEntries,
          ...exportEntries,
          { id: 'refresh', label: t('Refresh dashboard'), icon: 'refresh', onAction: onRefresh },
          { id: 'every', label: t('Refresh by the clock'), icon: 'clock', items: every },
          {
            id: 'full',
            label: t('Enter fullscreen'),
            icon: 'expand',
            onAction: () => void document.documentElement.requestFullscreen?.(),
          },
        ]}
      />
      <Suspense fallback={null}>
        {open === 'properties' && <PropertiesDialog onClose={close} />}
        {open === 'copy' && <SaveAsDialog onClose={close} />}
        {open === 'scope' && <CrossFilterScope onClose={close} />}
      </Suspense>
    </>
  )
}
