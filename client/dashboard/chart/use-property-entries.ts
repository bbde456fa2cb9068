import { session } from '#client/session/session.ts'
import { can } from '#core/access/can.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { useDashboard } from '../state/store.ts'

/** The menu entry for the chart properties, for users who may edit charts and own this one. */
export function usePropertyEntries(chartId: number, onOpen: () => void): readonly MenuEntry[] {
  const mayEdit = useDashboard(({ info }) => info.slice_can_edit)
  const owners = useDashboard(({ slices }) => slices[chartId]?.owners)
  const row = { owners: (owners ?? []).map(({ id }) => id) }
  if (!mayEdit || owners === undefined || !can(session().user, 'write', 'Chart', row)) return []
  return [{ id: 'properties', label: t('Edit chart properties'), icon: 'settings', onAction: onOpen }]
}
