import { useState } from 'react'
import { changedColumn } from '#client/lists/cells.tsx'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { PluginDialog, type PluginRow } from '#client/plugins/PluginDialog.tsx'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/input/Button.tsx'

const columns = (): readonly TableColumn<PluginRow>[] => [
  { id: 'name', title: t('Name'), isSortable: true, cell: (row) => row.name },
  { id: 'key', title: t('Key'), isSortable: true, cell: (row) => <code>{row.key}</code> },
  { id: 'bundle_url', title: t('Address'), isWideOnly: true, cell: (row) => row.bundle_url },
  changedColumn(),
]

/** `/dynamic_plugin/list`: the kinds of chart that browsers load from elsewhere. */
export default function PluginsPage() {
  /** The plug-in whose dialog is open; null is a new one. */
  const [edited, setEdited] = useState<PluginRow | null>()
  return (
    <>
      {!session().flags.DYNAMIC_PLUGINS && (
        <Banner>{t('Plug-ins are not loaded: an operator switches them on by the flag DYNAMIC_PLUGINS.')}</Banner>
      )}
      <ResourceList<PluginRow>
        name="dynamic_plugin"
        noun={t('plug-in')}
        title={t('Plug-ins')}
        searchLabel={t('Search by name or key')}
        searchFilter={(value) => ({ col: 'name', opr: 'dynamic_plugin_all_text', value })}
        nameOf={(row) => row.name}
        onOpen={(row) => row.abilities?.can_write !== false && setEdited(row)}
        actions={
          <Button variant="primary" icon="plus" onPress={() => setEdited(null)}>
            {t('Plug-in')}
          </Button>
        }
        columns={columns()}
        rowActions={(row) =>
          row.abilities?.can_write !== false && (
            <Button variant="quiet" size="sm" icon="edit" isIconOnNarrow onPress={() => setEdited(row)}>
              {t('Edit')}
            </Button>
          )
        }
        empty={(actions) => (
          <EmptyState
            size="lg"
            icon="chart"
            title={t('No plug-ins yet')}
            text={t('A plug-in is a kind of chart that browsers load from an address.')}
            actions={actions}
          />
        )}
      />
      {edited !== undefined && <PluginDialog plugin={edited ?? undefined} onClose={() => setEdited(undefined)} />}
    </>
  )
}
