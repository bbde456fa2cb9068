import { changedColumn } from '#client/lists/cells.tsx'
import { EditedList } from '#client/lists/EditedList.tsx'
import { PluginDialog, type PluginRow } from '#client/plugins/PluginDialog.tsx'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'

const columns = (): readonly TableColumn<PluginRow>[] => [
  { id: 'name', title: t('Name'), isSortable: true, cell: (row) => row.name },
  { id: 'key', title: t('Key'), isSortable: true, cell: (row) => <code>{row.key}</code> },
  { id: 'bundle_url', title: t('Address'), isWideOnly: true, cell: (row) => row.bundle_url },
  changedColumn(),
]

/** `/dynamic_plugin/list`: chart types loaded from external modules. */
export default function PluginsPage() {
  return (
    <>
      {!session().flags.DYNAMIC_PLUGINS && (
        <Banner>{t('Plug-ins are not loaded: an operator switches them on by the flag DYNAMIC_PLUGINS.')}</Banner>
      )}
      <EditedList<PluginRow>
        name="dynamic_plugin"
        noun={t('plug-in')}
        title={t('Plug-ins')}
        searchLabel={t('Search by name or key')}
        searchFilter={(value) => ({ col: 'name', opr: 'dynamic_plugin_all_text', value })}
        nameOf={(row) => row.name}
        addLabel={t('Plug-in')}
        columns={columns()}
        none={{
          icon: 'chart',
          title: t('No plug-ins yet'),
          text: t('A plug-in is a kind of chart that browsers load from a URL.'),
        }}
        dialog={(plugin, onClose) => <PluginDialog plugin={plugin} onClose={onClose} />}
      />
    </>
  )
}
