import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasErrorCode } from '#calls/call.ts'
import { deleteFoldersOnly } from '#calls/resources.ts'
import { changedColumn, ownersColumn } from '#client/lists/cells.tsx'
import { EditedList } from '#client/lists/EditedList.tsx'
import { FolderDialog } from '#client/lists/FolderDialog.tsx'
import { LazyShareDialog } from '#client/shell/ShareAction.tsx'
import type { FolderRowResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/toast.ts'

const nameOf = ({ name }: FolderRowResponse) => name

const columns = (onShare: (row: FolderRowResponse) => void): readonly TableColumn<FolderRowResponse>[] => [
  { id: 'name', title: t('Name'), isSortable: true, width: 260, cell: nameOf },
  {
    id: 'path',
    title: t('In folder'),
    isEmpty: ({ path }) => path.length === 0,
    cell: ({ path }) => path.map(({ name }) => name).join(' / '),
  },
  ownersColumn(),
  changedColumn(),
  {
    id: 'share',
    title: t('Access'),
    width: 90,
    isTitleHidden: true,
    isEmpty: (row) => !row.is_owner,
    cell: (row) =>
      row.is_owner && (
        <IconButton icon="share" size="sm" label={t('Share %s', nameOf(row))} onPress={() => onShare(row)} />
      ),
  },
]

interface FilledFoldersProps {
  /** The folders to delete, some of which are not empty. */
  readonly folders: readonly FolderRowResponse[]
  readonly onClose: () => void
}

/** Confirms that the contents of folders move to the folders above when they are deleted. */
function FilledFolders({ folders, onClose }: FilledFoldersProps) {
  const client = useQueryClient()
  const names = folders.map(nameOf).join(', ')
  const remove = useMutation({
    mutationFn: () => deleteFoldersOnly(folders.map(({ id }) => id)),
    onSuccess: () => toast.show({ text: t('Deleted: %s. Its contents moved up.', names) }),
    onError: ({ message }) => toast.show({ text: message, tone: 'danger' }),
    onSettled: () => {
      onClose()
      for (const name of ['folder', 'dashboard', 'chart', 'dataset'])
        void client.invalidateQueries({ queryKey: ['list', name] })
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete %s and move its contents up?', names)}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirmLabel={t('Move contents up and delete')}
      cancelLabel={t('Cancel')}
      tone="danger"
    >
      {t('The folder is not empty. What it contains moves to the folder above, and is shared as that folder is.')}
    </ConfirmDialog>
  )
}

/** `/folder/list`: the folders of dashboards, charts and datasets. */
export default function FoldersPage() {
  const [shared, share] = useState<FolderRowResponse>()
  const [filled, setFilled] = useState<readonly FolderRowResponse[]>()
  const offerMove = (error: Error, rows: readonly FolderRowResponse[]) => {
    const isFilled = hasErrorCode(error, 'folder-not-empty')
    if (isFilled) setFilled(rows)
    return isFilled
  }
  return (
    <>
      <EditedList<FolderRowResponse>
        name="folder"
        noun={t('folder')}
        title={t('Folders')}
        searchLabel={t('Search by name')}
        searchFilter={(value) => ({ col: 'name', opr: 'ct', value })}
        order={{ order: 'name', isDescending: false }}
        nameOf={nameOf}
        isBinned
        onRemovalError={offerMove}
        addLabel={t('Folder')}
        links={[{ href: '/dashboard/list', text: t('Dashboards') }]}
        columns={columns(share)}
        none={{
          icon: 'folder',
          title: t('No folders yet'),
          text: t('A folder holds dashboards, charts and datasets. Sharing it shares everything in it.'),
        }}
        dialog={(row, onClose) => <FolderDialog folder={row} onClose={onClose} />}
      />
      {filled && <FilledFolders folders={filled} onClose={() => setFilled(undefined)} />}
      {shared && (
        <LazyShareDialog
          object={{ type: 'folder', id: shared.id }}
          title={shared.name}
          onClose={() => share(undefined)}
        />
      )}
    </>
  )
}
