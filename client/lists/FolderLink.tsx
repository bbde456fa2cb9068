import type { NamedFolderAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { Chip } from '#ui/display/Chip.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { useListState } from './list-state.ts'

interface InFolder {
  readonly folder?: NamedFolderAnswer | null
}

/** The folder of a row; a press filters the list by it. */
function FolderLink({ folder }: { readonly folder: NamedFolderAnswer }) {
  const [state, change] = useListState()
  return (
    <Chip size="sm" onPress={() => change({ filters: { ...state.filters, folder: String(folder.id) } })}>
      {folder.name}
    </Chip>
  )
}

/** The column with the folder of each row; empty for all rows, it is not shown. */
export function folderColumn<R extends InFolder>(): TableColumn<R> {
  return {
    id: 'folder',
    title: t('Folder'),
    width: 140,
    isWideOnly: true,
    isEmpty: ({ folder }) => !folder,
    cell: ({ folder }) => folder && <FolderLink folder={folder} />,
  }
}
