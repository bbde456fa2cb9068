import { fetchResource } from '#calls/resources.ts'
import type { FolderRowResponse, NamedFolderResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Chip } from '#ui/display/Chip.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Inline } from '#ui/layout/Inline.tsx'
import { useListState } from './list-state.ts'
import { useQuery } from '@tanstack/react-query'

interface InFolder {
  readonly folder?: NamedFolderResponse | null
}

/** The folder of a row; a press filters the list by it. */
function FolderLink({ folder }: { readonly folder: NamedFolderResponse }) {
  const [state, change] = useListState()
  return (
    <Chip size="sm" onPress={() => change({ filters: { ...state.filters, folder: String(folder.id) } })}>
      {folder.name}
    </Chip>
  )
}

/** Returns the column with the folder of each row. It is hidden if no row has a folder. */
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

/** The path to the folder that a list is filtered by; each folder above is a button that shows its contents. */
export function FolderPath() {
  const [state, change] = useListState()
  const { folder, ...others } = state.filters
  const id = Number(folder)
  const found = useQuery({
    queryKey: ['folder', id],
    queryFn: ({ signal }) => fetchResource<FolderRowResponse>('folder', id, signal),
    enabled: id > 0,
    retry: false,
  })
  if (!(id > 0) || !found.data) return null
  const open = (above: number) => change({ filters: { ...others, folder: String(above) } })
  return (
    <nav aria-label={t('Folder')}>
      <Inline gap={1} isWrapping>
        <Button variant="quiet" size="sm" icon="folder" onPress={() => change({ filters: others })}>
          {t('All')}
        </Button>
        {found.data.path.map((each) => (
          <Button key={each.id} variant="quiet" size="sm" onPress={() => open(each.id)}>
            {each.name}
          </Button>
        ))}
        <span aria-current="page">{found.data.name}</span>
      </Inline>
    </nav>
  )
}
