import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { fetchResource } from '#calls/resources.ts'
import { AnnotationDialog, type AnnotationRow } from '#client/annotations/AnnotationDialog.tsx'
import type { LayerRow } from '#client/annotations/LayerDialog.tsx'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { LoadError } from '#client/shell/LoadError.tsx'
import { usePerms } from '#client/lists/use-resource-list.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'

const nameOf = (row: AnnotationRow) => row.short_descr
const instant = (text: string) => text.replace('T', ' ')

const columns = (): readonly TableColumn<AnnotationRow>[] => [
  { id: 'short_descr', title: t('Annotation'), isSortable: true, cell: nameOf },
  {
    id: 'long_descr',
    title: t('Description'),
    isSortable: true,
    isWideOnly: true,
    isEmpty: (row) => !row.long_descr,
    cell: (row) => row.long_descr,
  },
  { id: 'start_dttm', title: t('Start'), isSortable: true, width: 180, cell: (row) => instant(row.start_dttm) },
  { id: 'end_dttm', title: t('End'), isSortable: true, width: 180, cell: (row) => instant(row.end_dttm) },
]

/** Fetches the complete annotation before editing, because the list omits fields. */
function EditDialog({ layerId, row, onClose }: { readonly layerId: number; row: AnnotationRow; onClose: () => void }) {
  const name = `annotation_layer/${layerId}/annotation` as const
  const fullQuery = useQuery({
    queryKey: [name, row.id],
    queryFn: ({ signal }) => fetchResource<AnnotationRow>(name, row.id, signal),
    gcTime: 0,
  })
  return fullQuery.data ? <AnnotationDialog layerId={layerId} annotation={fullQuery.data} onClose={onClose} /> : null
}

/** `/annotation_layer/:id`: the annotations of one layer. */
export default function AnnotationsPage() {
  const layerId = Number(useParams({ strict: false }).id)
  /** The annotation whose dialog is open; null for a new one. */
  const [edited, setEdited] = useState<AnnotationRow | null>()
  const layer = useQuery({
    queryKey: ['annotation_layer', layerId],
    queryFn: ({ signal }) => fetchResource<LayerRow>('annotation_layer', layerId, signal),
  })
  const close = () => setEdited(undefined)
  const back = { href: '/annotation_layer/list', text: t('Annotation layers') }
  const canWrite = usePerms(`annotation_layer/${layerId}/annotation`, t('annotation'))('can_write')
  const add = (
    <Button isWrite variant="primary" icon="plus" onPress={() => setEdited(null)}>
      {t('Annotation')}
    </Button>
  )
  if (layer.isError)
    return (
      <LoadError
        title={t('This annotation layer cannot be shown')}
        error={layer.error}
        missing={t('Annotation layer not found')}
        way={back}
        onRetry={() => void layer.refetch()}
      />
    )
  return (
    <>
      <ResourceList<AnnotationRow>
        name={`annotation_layer/${layerId}/annotation`}
        noun={t('annotation')}
        title={layer.data?.name ?? ''}
        searchLabel={t('Search by name or description')}
        searchFilter={(value) => ({ col: 'short_descr', opr: 'annotation_all_text', value })}
        nameOf={nameOf}
        onOpen={canWrite ? setEdited : undefined}
        links={[back]}
        actions={add}
        columns={columns()}
        rowActions={(row) =>
          canWrite && (
            <Button isWrite variant="quiet" size="sm" icon="edit" onPress={() => setEdited(row)}>
              {t('Edit')}
            </Button>
          )
        }
        empty={(actions) => (
          <EmptyState
            size="lg"
            icon="layers"
            title={t('No annotations yet')}
            text={t('Add an event with its time. Charts that use this layer show it.')}
            actions={actions}
          />
        )}
      />
      {edited === null && <AnnotationDialog layerId={layerId} onClose={close} />}
      {edited && <EditDialog layerId={layerId} row={edited} onClose={close} />}
    </>
  )
}
