import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { type FilterBarOptions, filterBarOptions, barMetadata } from '../state/filter-bar-options.ts'
import { canConfigureFilters } from '../filters/filter-targets.ts'
import { saveMetadata } from '../filters/save-filters.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { AddFilter } from './AddFilter.tsx'

/** The position of the filter bar and whether it applies instantly, for all users. */
function DisplayMenu() {
  const store = useDashboardStore()
  const looks = filterBarOptions(useDashboard(({ info }) => info.metadata))
  const change = (to: Partial<FilterBarOptions>) =>
    saveMetadata(store, barMetadata({ ...looks, ...to })).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      toast.show({ text: t('The filter bar could not be changed: %s', reason), tone: 'danger' })
    })
  const entry = (id: string, label: string, isChecked: boolean, to: Partial<FilterBarOptions>) => ({
    id,
    label,
    isChecked,
    onAction: () => void change(to),
  })
  return (
    <Menu
      label={t('Filter bar settings')}
      trigger={<IconButton icon="more" size="sm" label={t('Filter bar settings')} />}
      placement="bottom end"
      items={[
        { kind: 'heading', id: 'place', label: t('Place') },
        entry('beside', t('Beside the charts'), !looks.isAbove, { isAbove: false }),
        entry('above', t('Above the charts'), looks.isAbove, { isAbove: true }),
        { kind: 'heading', id: 'when', label: t('Changes are applied') },
        entry('button', t('By the button'), !looks.isInstant, { isInstant: false }),
        entry('once', t('At once'), looks.isInstant, { isInstant: true }),
      ]}
    />
  )
}

/** The filter bar actions of users who may edit the dashboard. */
export function ConfigActions() {
  const store = useDashboardStore()
  if (!useDashboard(({ info }) => canConfigureFilters(info))) return null
  return (
    <>
      <AddFilter />
      <IconButton
        isWrite
        icon="settings"
        size="sm"
        label={t('Add and edit filters')}
        onPress={() => actions.configure(store, {})}
      />
      <DisplayMenu />
    </>
  )
}
