import { useState } from 'react'
import { createExplorePermalink } from '#calls/permalinks.ts'
import { session } from '#client/session/session.ts'
import { onDemand } from '#client/shell/on-demand.tsx'
import { CHART_FRAME } from '#client/shell/embed-code.ts'
import { embedEntry } from '#client/shell/embed-entry.ts'
import { APPLICATION, hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { toast } from '#ui/overlay/toast.ts'
import { chartSqlRequest, noSqlReason } from '#client/chart/chart-sql.ts'
import { openSqlLab } from '#client/chart/open-sql-lab.ts'
import { useRunner } from './state/chart-runner.ts'
import { actions, useExplore, useExploreStore } from './state/store.ts'
import { rearrangesRows } from '#client/chart/file-context.ts'
import { useDownload } from './results/use-download.ts'

const ChartPropertiesDialog = onDemand(
  async () => (await import('#client/properties/ChartPropertiesDialog.tsx')).ChartPropertiesDialog,
)
const EmbedDialog = onDemand(async () => (await import('#client/shell/EmbedDialog.tsx')).EmbedDialog)
const HistoryDialog = onDemand(async () => (await import('#client/history/HistoryDialog.tsx')).HistoryDialog)
const QueryDialog = onDemand(async () => (await import('#client/chart/QueryDialog.tsx')).QueryDialog)

interface Props {
  readonly onCopy: () => void
  readonly onHelp: () => void
}

/** Menu entries for the dashboards that contain the chart. */
function useDashboards(): MenuEntry {
  const dashboards = useExplore((state) => state.slice?.dashboards) ?? []
  const items = dashboards.map(({ id, dashboard_title }) => ({
    id: `dashboard-${id}`,
    label: dashboard_title,
    href: `/dashboard/${id}`,
  }))
  const none = { id: 'none', label: t('None'), isDisabled: true }
  return { id: 'dashboards', label: t('On dashboards'), icon: 'dashboard', items: items.length > 0 ? items : [none] }
}

function useRowActions(): readonly MenuEntry[] {
  const canDownload = useExplore((state) => state.can_download)
  const isRearranged = useExplore((state) => rearrangesRows(state.form))
  const download = useDownload()
  if (!canDownload) return []
  return [
    {
      id: 'csv',
      label: isRearranged ? t('Export to original .CSV') : t('Export to .CSV'),
      icon: 'download',
      onAction: () => download('results', 'csv'),
    },
    ...(isRearranged
      ? [
          {
            id: 'pivoted',
            label: t('Export to pivoted .CSV'),
            icon: 'download' as const,
            onAction: () => download('pivoted', 'csv'),
          },
        ]
      : []),
    {
      id: 'json',
      label: t('Export to .JSON'),
      icon: 'download',
      onAction: () => download('results', 'json'),
    },
    { kind: 'separator', id: 'after-exports' },
  ]
}

/** Opens the saved chart with a full page load, because the state of this page is outdated. */
function openSaved(id: number) {
  window.location.assign(`${session().settings.basePath}/explore?slice_id=${id}`)
}

function ChartHistory({ onClose }: { readonly onClose: () => void }) {
  const slice = useExplore((state) => state.slice)
  const { elements } = useRunner()
  if (!slice) return null
  const { id, slice_name } = slice
  return (
    <HistoryDialog
      name="chart"
      id={id}
      title={slice_name}
      pixels={elements.widthOf(id)}
      onClose={onClose}
      onRestored={() => openSaved(id)}
    />
  )
}

/** The menu entry that opens the SQL of the current chart. */
function useSqlLab(): MenuEntry {
  const store = useExploreStore()
  const noSql = noSqlReason(session().user)
  const toSqlLab = () =>
    void chartSqlRequest(store.getState().form)
      .then(openSqlLab)
      .catch(() => toast.show({ text: t('An error occurred while loading the SQL'), tone: 'danger' }))
  return {
    id: 'sql',
    label: t('Run in SQL Lab'),
    icon: 'external',
    onAction: toSqlLab,
    isDisabled: noSql !== undefined,
    why: noSql,
  }
}

/** The menu with further actions on the chart. */
export function HeaderMenu({ onCopy, onHelp }: Props) {
  const store = useExploreStore()
  const slice = useExplore((state) => state.slice)
  const canAdd = useExplore((state) => state.can_add)
  const [shown, setShown] = useState<'query' | 'embed' | 'properties' | 'history' | null>(null)
  const dashboards = useDashboards()
  const rowActions = useRowActions()
  const sqlLab = useSqlLab()
  const copy: MenuEntry = { id: 'copy', label: t('Save as...'), icon: 'copy', onAction: onCopy }
  const mayEdit = slice?.abilities?.can_write === true && hasPermission(session().user, 'can_slice', APPLICATION)
  const properties: MenuEntry = {
    id: 'properties',
    label: t('Edit chart properties'),
    icon: 'settings',
    onAction: () => setShown('properties'),
  }
  const history: MenuEntry = {
    id: 'history',
    label: t('Version history'),
    icon: 'history',
    onAction: () => setShown('history'),
  }
  const close = () => setShown(null)
  const toLink = () => createExplorePermalink(store.getState().form)
  return (
    <>
      <Menu
        label={t('More')}
        placement="bottom end"
        trigger={<IconButton icon="more" label={t('More')} />}
        onOpenChange={(isOpen) => isOpen && QueryDialog.fetch()}
        items={[
          ...(mayEdit ? [properties, history] : []),
          ...(slice && canAdd ? [copy] : []),
          ...(slice ? [dashboards, { kind: 'separator', id: 'after-chart' } as const] : []),
          ...rowActions,
          ...embedEntry(() => setShown('embed')),
          { id: 'query', label: t('View query'), icon: 'sql', onAction: () => setShown('query') },
          sqlLab,
          { id: 'help', label: t('Keyboard shortcuts'), icon: 'keyboard', keys: '?', onAction: onHelp },
        ]}
      />
      {shown === 'query' && <QueryDialog form={store.getState().form} onClose={close} />}
      {shown === 'embed' && <EmbedDialog makeLink={toLink} frame={CHART_FRAME} onClose={close} />}
      {shown === 'history' && <ChartHistory onClose={close} />}
      {shown === 'properties' && slice && (
        <ChartPropertiesDialog id={slice.id} onClose={close} onSaved={(chart) => actions.described(store, chart)} />
      )}
    </>
  )
}
