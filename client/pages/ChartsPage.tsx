import { AccessContacts } from '#client/access/RequestAccess.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { findChartType } from '#charts/index.ts'
import { session } from '#client/session/session.ts'
import type { CardContent } from '#client/lists/CardGrid.tsx'
import { LazyChartPicture, rowPreviewInput, RowChartPicture } from '#client/lists/cards/LazyPictures.tsx'
import { DraftMark } from '#client/properties/DraftMark.tsx'
import { copyLink } from '#client/shell/copy-link.ts'
import { FavoriteStar } from '#client/shell/FavoriteStar.tsx'
import { changedColumn, TruncatedLine, nameColumn, certificationOf, starColumn } from '#client/lists/cells.tsx'
import { duplicateChart } from '#client/lists/copies.ts'
import {
  certifiedFilter,
  creatorFilter,
  favoriteFilter,
  ownerFilter,
  tagFilters,
  folderFilters,
} from '#client/lists/list-filter.ts'
import { folderColumn } from '#client/lists/FolderPath.tsx'
import { TagChips, tagsColumn } from '#client/lists/TagChips.tsx'
import type { ListLink, EntityUse } from '#client/lists/list-props.ts'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { APPLICATION, hasPermission } from '#core/access/ability.ts'
import type { ChartResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

const ChartPropertiesDialog = onDemand(() =>
  import('#client/properties/ChartPropertiesDialog.tsx').then((module) => module.ChartPropertiesDialog),
)

const nameOf = (row: ChartResponse) => row.slice_name
const hrefOf = (row: ChartResponse) => `/explore?slice_id=${row.id}`

const dashboardName = ({ dashboard_title }: { readonly dashboard_title: string }) =>
  dashboard_title || t('[ untitled dashboard ]')

const columns = (): readonly TableColumn<ChartResponse>[] => [
  starColumn('chart', nameOf),
  nameColumn(
    { id: 'slice_name', title: t('Name') },
    nameOf,
    hrefOf,
    (row) => <RowChartPicture chart={rowPreviewInput(row)} />,
    'chart',
  ),
  {
    id: 'viz_type',
    title: t('Type'),
    isSortable: true,
    // Fits the longest type name on one line.
    width: 190,
    isQuiet: true,
    cell: (row) => findChartType(row.viz_type)?.meta.name ?? row.viz_type,
  },
  {
    id: 'datasource_name',
    title: t('Dataset'),
    width: 150,
    isWideOnly: true,
    isQuiet: true,
    cell: (row) => row.datasource_name_text,
  },
  {
    id: 'dashboards',
    title: t('Dashboards'),
    width: 200,
    isWideOnly: true,
    isQuiet: true,
    isEmpty: ({ dashboards = [] }) => dashboards.length === 0,
    cell: ({ dashboards = [] }) => <TruncatedLine text={dashboards.map(dashboardName).join(', ')} />,
  },
  changedColumn(),
  folderColumn(),
  tagsColumn(nameOf),
]

/** Returns the dashboards that contain the charts. */
async function usedIn(rows: readonly ChartResponse[]): Promise<readonly EntityUse[]> {
  const boards = new Map(rows.flatMap(({ dashboards = [] }) => dashboards.map((board) => [board.id, board] as const)))
  return [...boards.values()].map((board) => ({ name: dashboardName(board), href: `/dashboard/${board.id}` }))
}

const card = (): CardContent<ChartResponse> => ({
  nameOf,
  hrefOf,
  picture: (row) => <LazyChartPicture chart={rowPreviewInput(row)} />,
  details: (row) =>
    [findChartType(row.viz_type)?.meta.name ?? row.viz_type, row.changed_on_delta_humanized].join(' · '),
  standing: (row) => (
    <>
      {certificationOf(row)}
      <DraftMark kind="chart" id={row.id} />
    </>
  ),
  tags: (row) => <TagChips tags={row.tags} name={nameOf(row)} />,
  marks: (row) => <FavoriteStar kind="chart" id={row.id} name={nameOf(row)} />,
})

const filters = () => [
  ownerFilter(),
  creatorFilter(),
  favoriteFilter('chart'),
  certifiedFilter('chart'),
  ...folderFilters(),
  ...tagFilters(),
]

/** Links to lists of related resources. */
function relatedLinks(): readonly ListLink[] {
  const { user } = session()
  return [
    ...(hasPermission(user, 'can_read', 'Folder') ? [{ href: '/folder/list', text: t('Folders') }] : []),
    ...(hasPermission(user, 'can_read', 'Annotation')
      ? [{ href: '/annotation_layer/list', text: t('Annotation layers') }]
      : []),
    ...(hasPermission(user, 'can_write', 'DynamicPlugin')
      ? [{ href: '/dynamic_plugin/list', text: t('Plug-ins') }]
      : []),
  ]
}

/** Buttons that edit a chart and share its link. */
function RowActions({ row, onEdit }: { readonly row: ChartResponse; readonly onEdit: () => void }) {
  const { user, settings } = session()
  const isEditable = hasPermission(user, 'can_slice', APPLICATION) && row.abilities?.can_write === true
  const name = nameOf(row)
  return (
    <>
      {isEditable && (
        <IconButton isWrite icon="settings" size="sm" label={t('Edit properties of %s', name)} onPress={onEdit} />
      )}
      <IconButton
        icon="share"
        size="sm"
        label={t('Share %s', name)}
        onPress={() => void copyLink(async () => ({ url: `${settings.basePath}${hrefOf(row)}` }))}
      />
    </>
  )
}

/** `/chart/list` */
export default function ChartsPage() {
  const [edited, edit] = useState<number>()
  const navigate = useNavigate()
  const add = (
    <LinkButton variant="primary" icon="plus" href="/chart/add">
      {t('Chart')}
    </LinkButton>
  )
  return (
    <>
      <ResourceList<ChartResponse>
        name="chart"
        noun={t('chart')}
        title={t('Charts')}
        searchLabel={t('Search by name, type or dataset')}
        searchFilter={(value) => ({ col: 'slice_name', opr: 'chart_all_text', value })}
        nameOf={nameOf}
        bundles="chart"
        isBinned
        duplicate={{ copy: duplicateChart }}
        hasOwners
        hasFolders
        tagged="chart"
        card={card()}
        usedIn={usedIn}
        filters={filters()}
        onOpen={(row) => void navigate({ href: hrefOf(row) })}
        links={relatedLinks()}
        actions={add}
        columns={columns()}
        rowActions={(row) => <RowActions row={row} onEdit={() => edit(row.id)} />}
        empty={(actions) => (
          <EmptyState
            size="lg"
            icon="chart"
            title={t('No charts yet')}
            text={
              <>
                <p>{t('A chart begins with a dataset: select one, or drop a file on the home page.')}</p>
                <AccessContacts />
              </>
            }
            actions={actions}
          />
        )}
      />
      {edited !== undefined && <ChartPropertiesDialog id={edited} onClose={() => edit(undefined)} />}
    </>
  )
}
