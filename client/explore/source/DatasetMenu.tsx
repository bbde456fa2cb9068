import { useState } from 'react'
import { fetchDatasource } from '#calls/datasets.ts'
import { useUploadTargets } from '#client/upload/use-upload-targets.ts'
import { session } from '#client/session/session.ts'
import { onDemand } from '#client/shell/on-demand.tsx'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useExplore, useExploreStore } from '../state/store.ts'
import { changeDataset, datasetEdited, applyReplacedData } from '#client/explore/state/change-dataset.ts'
import { noSqlReason } from '#client/chart/chart-sql.ts'
import { noDatasetReason, noReplacementReason, notOwnerReason } from '#client/dataset/dataset-access.ts'
import { datasetSql } from '#client/dataset/dataset-sql.ts'
import { openSqlLab } from '#client/chart/open-sql-lab.ts'

const HistoryDialog = onDemand(async () => (await import('#client/history/HistoryDialog.tsx')).HistoryDialog)
const ChangeDatasetDialog = onDemand(
  async () => (await import('#client/dataset/ChangeDatasetDialog.tsx')).ChangeDatasetDialog,
)
const EditDatasetDialog = onDemand(
  async () => (await import('#client/dataset/EditDatasetDialog.tsx')).EditDatasetDialog,
)
const QueryPreview = onDemand(async () => (await import('#client/dataset/QueryPreview.tsx')).QueryPreview)
const ReplaceDataDialog = onDemand(
  async () => (await import('#client/dataset/ReplaceDataDialog.tsx')).ReplaceDataDialog,
)
const SaveAsDataset = onDemand(async () => (await import('#client/dataset/SaveAsDataset.tsx')).SaveAsDataset)

/** Loads the code of the dialogs while the user reads the menu. */
function fetchDialogs(isOpen: boolean): void {
  if (!isOpen) return
  for (const dialog of [EditDatasetDialog, ChangeDatasetDialog, ReplaceDataDialog, QueryPreview, SaveAsDataset])
    dialog.fetch()
}

type OpenDialog = 'history' | 'edit' | 'change' | 'preview' | 'replace' | 'save'

const disabledProps = (reason: string | undefined) => ({ isDisabled: reason !== undefined, why: reason })

const historyEntry = (reason: string | undefined, onAction: () => void): MenuEntry => ({
  id: 'history',
  label: t('Version history'),
  icon: 'history',
  ...disabledProps(reason),
  onAction,
})

function DatasetHistory({ onClose }: { readonly onClose: () => void }) {
  const { id, table_name } = useExplore((state) => state.dataset)
  const reload = () => window.location.reload()
  return <HistoryDialog name="dataset" id={id} title={table_name} onClose={onClose} onRestored={reload} />
}

/** The dialog opened by a menu entry. */
function OpenedDialog({ opened, onClose }: { readonly opened: OpenDialog; readonly onClose: () => void }) {
  const store = useExploreStore()
  const dataset = useExplore((state) => state.dataset)
  const replaced = async (renamed: Readonly<Record<string, string>>) =>
    applyReplacedData(store, await fetchDatasource('table', dataset.id), renamed)
  return (
    <>
      {opened === 'history' && <DatasetHistory onClose={onClose} />}
      {opened === 'change' && (
        <ChangeDatasetDialog onClose={onClose} onApply={(next) => changeDataset(store, next, Date.now())} />
      )}
      {opened === 'edit' && (
        <EditDatasetDialog
          id={dataset.id}
          onClose={onClose}
          onSaved={(next) => datasetEdited(store, next)}
          onReplaced={(renamed) => void replaced(renamed)}
        />
      )}
      {opened === 'replace' && (
        <ReplaceDataDialog dataset={dataset} onClose={onClose} onReplaced={(renamed) => void replaced(renamed)} />
      )}
      {opened === 'preview' && <QueryPreview dataset={dataset} onClose={onClose} />}
      {opened === 'save' && (
        <SaveAsDataset dataset={dataset} onClose={onClose} onSaved={(next) => changeDataset(store, next, Date.now())} />
      )}
    </>
  )
}

/** The menu of the chart's dataset. */
export function DatasetMenu() {
  const dataset = useExplore((state) => state.dataset)
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const [isListed, setListed] = useState(false)
  const targets = useUploadTargets(isListed)
  const { user } = session()
  const toSqlLab = () =>
    void datasetSql(dataset)
      .then((sql) => openSqlLab({ datasourceKey: `${dataset.id}__table`, sql }))
      .catch(() => toast.show({ text: t('An error occurred while loading the SQL'), tone: 'danger' }))
  const items: readonly MenuEntry[] = [
    {
      id: 'edit',
      label: t('Edit dataset'),
      icon: 'edit',
      ...disabledProps(notOwnerReason(user, dataset)),
      onAction: () => setOpened('edit'),
    },
    historyEntry(notOwnerReason(user, dataset), () => setOpened('history')),
    { id: 'change', label: t('Change dataset'), icon: 'refresh', onAction: () => setOpened('change') },
    {
      id: 'replace',
      label: t('Replace data from a file…'),
      icon: 'upload',
      ...disabledProps(noReplacementReason(user, dataset, targets)),
      onAction: () => setOpened('replace'),
    },
    { id: 'separator', kind: 'separator' },
    { id: 'sql', label: t('View in SQL Lab'), icon: 'sql', onAction: toSqlLab, ...disabledProps(noSqlReason(user)) },
    { id: 'preview', label: t('Query preview'), icon: 'eye', onAction: () => setOpened('preview') },
    {
      id: 'save',
      label: t('Save as dataset'),
      icon: 'save',
      onAction: () => setOpened('save'),
      ...disabledProps(noDatasetReason(user)),
    },
  ]
  return (
    <>
      <Menu
        label={t('Dataset')}
        trigger={<IconButton icon="more" label={t('Options for the dataset')} />}
        items={items}
        onOpenChange={(isOpen) => {
          setListed(isListed || isOpen)
          fetchDialogs(isOpen)
        }}
      />
      {opened !== null && <OpenedDialog opened={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
