import { useNavigate } from '@tanstack/react-router'
import { LayerDialog, type LayerRow } from '#client/annotations/LayerDialog.tsx'
import { changedColumn } from '#client/lists/cells.tsx'
import { EditedList } from '#client/lists/EditedList.tsx'
import { t } from '#core/text/t.ts'
import type { TableColumn } from '#ui/display/table-column.ts'
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
  return (
    <EditedList<LayerRow>
      name="annotation_layer"
      noun={t('annotation layer')}
      title={t('Annotation layers')}
      searchLabel={t('Search by name or description')}
      searchFilter={(value) => ({ col: 'name', opr: 'annotation_layer_all_text', value })}
      nameOf={nameOf}
      onOpen={(row) => void navigate({ href: hrefOf(row) })}
      addLabel={t('Annotation layer')}
      columns={columns()}
      none={{
        icon: 'layers',
        title: t('No annotation layers yet'),
        text: t('A layer holds events and intervals that charts show, such as holidays.'),
      }}
      dialog={(layer, onClose) => <LayerDialog layer={layer} onClose={onClose} />}
    />
  )
}
