import { useState } from 'react'
import { changedColumn, ownersColumn } from '#client/lists/cells.tsx'
import { EditedList } from '#client/lists/EditedList.tsx'
import { FolderDialog } from '#client/lists/FolderDialog.tsx'
import { LazyShareDialog } from '#client/shell/ShareAction.tsx'
import type { FolderAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'

const nameOf = ({ name }: FolderAnswer) => name

const columns = (onShare: (row: FolderAnswer) => void): readonly TableColumn<FolderAnswer>[] => [
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

/** `/folder/list`: the folders of dashboards, charts and datasets. */
export default function FoldersPage() {
  const [shared, share] = useState<FolderAnswer>()
  return (
    <>
      <EditedList<FolderAnswer>
        name="folder"
        noun={t('folder')}
        title={t('Folders')}
        searchLabel={t('Search by name')}
        searchFilter={(value) => ({ col: 'name', opr: 'ct', value })}
        order={{ order: 'name', isDescending: false }}
        nameOf={nameOf}
        isBinned
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
