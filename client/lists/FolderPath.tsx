import { useQuery } from '@tanstack/react-query'
import { showResource } from '#calls/resources.ts'
import type { FolderAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { useListState } from './list-state.ts'

/** The path to the folder that a list is filtered by; each folder above is a button that shows its contents. */
export function FolderPath() {
  const [state, change] = useListState()
  const { folder, ...others } = state.filters
  const id = Number(folder)
  const found = useQuery({
    queryKey: ['folder', id],
    queryFn: ({ signal }) => showResource<FolderAnswer>('folder', id, signal),
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
