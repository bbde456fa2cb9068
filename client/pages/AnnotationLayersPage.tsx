import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LayerDialog, type LayerRow } from '#client/annotations/LayerDialog.tsx'
import { changedColumn } from '#client/lists/cells.tsx'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'

const nameOf = (row: LayerRow) => row.name
const hrefOf = (row: LayerRow) => `/annotation_layer/${row.id}`

const columns = (): readonly TableColumn<LayerRow>[] => [
  {
    id: 'name',
    title: t('Name'),
    isSortable: true,
    cell: (row) => (
      <TextLink href={hrefOf(row)} isQuiet>
        {row.name}
      </TextLink>
    ),
  },
  {
    id: 'descr',
    title: t('Description'),
    isSortable: true,
    isWideOnly: true,
    isEmpty: (row) => !row.descr,
    cell: (row) => row.descr,
  },
  changedColumn(),
]

/** `/annotation_layer/list` */
export default function AnnotationLayersPage() {
  const navigate = useNavigate()
  /** The layer whose dialog is open; null for a new one. */
  const [edited, setEdited] = useState<LayerRow | null>()
  const add = (
    <Button isWrite variant="primary" icon="plus" onPress={() => setEdited(null)}>
      {t('Annotation layer')}
    </Button>
  )
  return (
    <>
      <ResourceList<LayerRow>
        name="annotation_layer"
        noun={t('annotation layer')}
        title={t('Annotation layers')}
        searchLabel={t('Search by name or description')}
        searchFilter={(value) => ({ col: 'name', opr: 'annotation_layer_all_text', value })}
        nameOf={nameOf}
        onOpen={(row) => void navigate({ href: hrefOf(row) })}
        actions={add}
        columns={columns()}
        rowActions={(row) =>
          row.abilities?.can_write !== false && (
            <Button isWrite variant="quiet" size="sm" icon="edit" isIconOnNarrow onPress={() => setEdited(row)}>
              {t('Edit')}
            </Button>
          )
        }
        empty={(actions) => (
          <EmptyState
            size="lg"
            icon="layers"
            title={t('No annotation layers yet')}
            text={t('A layer holds events and intervals that charts show, such as holidays.')}
            actions={actions}
          />
        )}
      />
      {edited !== undefined && <LayerDialog layer={edited ?? undefined} onClose={() => setEdited(undefined)} />}
    </>
  )
}
