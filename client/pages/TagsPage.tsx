import { useNavigate } from '@tanstack/react-router'
import { changedColumn } from '#client/lists/cells.tsx'
import { EditedList } from '#client/lists/EditedList.tsx'
import { TagDialog } from '#client/lists/TagDialog.tsx'
import type { TagResponse } from '#core/rest/responses.ts'
import { t, tn } from '#core/text/t.ts'
import type { TableColumn } from '#ui/display/table-column.ts'
import { TextLink } from '#ui/input/TextLink.tsx'

const nameOf = (row: TagResponse) => row.name
const hrefOf = (row: TagResponse) => `/tag/objects?id=${row.id}`

/** Returns the number of entities with a tag, by type, as text. */
function usage({ used_by: used }: TagResponse): string {
  const parts = [
    used.dashboard > 0 && tn('%s dashboard', '%s dashboards', used.dashboard, used.dashboard),
    used.chart > 0 && tn('%s chart', '%s charts', used.chart, used.chart),
    used.dataset > 0 && tn('%s dataset', '%s datasets', used.dataset, used.dataset),
    used.query > 0 && tn('%s saved query', '%s saved queries', used.query, used.query),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' · ') : t('Nothing')
}

const columns = (): readonly TableColumn<TagResponse>[] => [
  {
    id: 'name',
    title: t('Name'),
    isSortable: true,
    width: 240,
    cell: (row) => (
      <TextLink href={hrefOf(row)} isQuiet>
        {nameOf(row)}
      </TextLink>
    ),
  },
  {
    id: 'description',
    title: t('Description'),
    isSortable: true,
    isWideOnly: true,
    isEmpty: (row) => !row.description,
    cell: (row) => row.description,
  },
  { id: 'used_by', title: t('Carried by'), width: 260, cell: usage },
  {
    id: 'created_by',
    title: t('Created by'),
    width: 160,
    isWideOnly: true,
    cell: ({ created_by: by }) => (by ? `${by.first_name} ${by.last_name}`.trim() : null),
  },
  changedColumn(),
]

/** `/tag/list`: the tags, with the number of entities for each. */
export default function TagsPage() {
  const navigate = useNavigate()
  return (
    <EditedList<TagResponse>
      name="tag"
      noun={t('tag')}
      title={t('Tags')}
      searchLabel={t('Search by name')}
      searchFilter={(value) => ({ col: 'name', opr: 'ct', value })}
      nameOf={nameOf}
      isBinned
      onOpen={(row) => void navigate({ href: hrefOf(row) })}
      links={[{ href: '/dashboard/list', text: t('Dashboards') }]}
      addLabel={t('Tag')}
      columns={columns()}
      none={{
        icon: 'tag',
        title: t('No tags yet'),
        text: t('A tag is a word that dashboards, charts, datasets and saved queries are found by.'),
      }}
      dialog={(tag, onClose) => <TagDialog tag={tag} onClose={onClose} />}
    />
  )
}
