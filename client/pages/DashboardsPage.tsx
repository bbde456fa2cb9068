import { AccessContacts } from '#client/access/RequestAccess.tsx'
import { ShareButton, SharedRow } from '#client/shell/ShareAction.tsx'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { hasPermission } from '#core/access/ability.ts'
import { session } from '#client/session/session.ts'
import type { CardContent } from '#client/lists/CardGrid.tsx'
import { LazyDashboardPicture, RowDashboardPicture, RowTrend } from '#client/lists/cards/LazyPictures.tsx'
import { placedCharts } from '#client/lists/cards/placed-charts.ts'
import { DraftMark } from '#client/properties/DraftMark.tsx'
import { FavoriteStar } from '#client/shell/FavoriteStar.tsx'
import { changedColumn, nameColumn, ownersColumn, certificationOf, starColumn } from '#client/lists/cells.tsx'
import { copyOfDashboard } from '#client/lists/copies.ts'
import {
  certifiedFilter,
  creatorFilter,
  favoriteFilter,
  ownerFilter,
  statusFilter,
  tagFilters,
  folderFilters,
} from '#client/lists/list-filter.ts'
import { folderColumn } from '#client/lists/FolderPath.tsx'
import { TagChips, tagsColumn } from '#client/lists/TagChips.tsx'
import type { ListLink } from '#client/lists/list-props.ts'
import { NewDashboard } from '#client/lists/NewDashboard.tsx'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t, tn } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

const nameOf = (row: DashboardResponse) => row.dashboard_title || t('[ untitled dashboard ]')
const hrefOf = (row: DashboardResponse) => `/dashboard/${encodeURIComponent(row.slug || String(row.id))}`

const columns = (): readonly TableColumn<DashboardResponse>[] => [
  starColumn('dashboard', nameOf),
  nameColumn(
    { id: 'dashboard_title', title: t('Title') },
    nameOf,
    hrefOf,
    (row) => <RowDashboardPicture dashboard={row} />,
    'dashboard',
  ),
  {
    id: 'trend',
    title: t('Trend'),
    width: 190,
    isWideOnly: true,
    cell: (row) => <RowTrend dashboard={row} />,
  },
  {
    id: 'published',
    title: t('Status'),
    width: 120,
    cell: (row) => (
      <Badge tone={row.published ? 'good' : 'neutral'} isOutlined={!row.published}>
        {row.published ? t('Published') : t('Draft')}
      </Badge>
    ),
  },
  {
    id: 'charts',
    title: t('Charts'),
    width: 80,
    align: 'end',
    isWideOnly: true,
    cell: (row) => placedCharts(row.position_json).length,
  },
  ownersColumn(),
  changedColumn(),
  folderColumn(),
  tagsColumn(nameOf),
]

const card = (): CardContent<DashboardResponse> => ({
  nameOf,
  hrefOf,
  picture: (row) => <LazyDashboardPicture dashboard={row} />,
  details: (row) => {
    const charts = placedCharts(row.position_json).length
    return [tn('%s chart', '%s charts', charts, charts), row.changed_on_delta_humanized].join(' · ')
  },
  standing: (row) => (
    <>
      {certificationOf(row)}
      <DraftMark kind="dashboard" id={row.id} />
    </>
  ),
  tags: (row) => <TagChips tags={row.tags} name={nameOf(row)} />,
  marks: (row) => (
    <>
      {!row.published && <Badge isOutlined>{t('Draft')}</Badge>}
      <FavoriteStar kind="dashboard" id={row.id} name={nameOf(row)} />
    </>
  ),
})

/** Links to lists of related resources. */
function relatedLinks(): readonly ListLink[] {
  const { user } = session()
  return [
    ...(hasPermission(user, 'can_read', 'Folder') ? [{ href: '/folder/list', text: t('Folders') }] : []),
    ...(hasPermission(user, 'can_read', 'DashboardGrant')
      ? [{ href: '/dashboard_grant/list', text: t('Access by role') }]
      : []),
    ...(hasPermission(user, 'can_read', 'CssTemplate')
      ? [{ href: '/css_template/list', text: t('CSS templates') }]
      : []),
  ]
}

const StoredPropertiesDialog = onDemand(() =>
  import('#client/dashboard/properties/StoredDashboardPropertiesDialog.tsx').then(
    (module) => module.StoredDashboardPropertiesDialog,
  ),
)

interface RowActionProps {
  readonly row: DashboardResponse
  readonly onProperties: () => void
  readonly onShare: () => void
}

/** Actions on a dashboard of the list for users who may edit it. */
function RowActions({ row, onProperties, onShare }: RowActionProps) {
  if (row.abilities?.can_write === false || row.is_managed_externally === true) return null
  return (
    <>
      <ShareButton row={row} name={nameOf(row)} onPress={onShare} />
      <IconButton
        isWrite
        icon="settings"
        size="sm"
        label={t('Edit properties of %s', nameOf(row))}
        onPress={onProperties}
      />
      <LinkButton isWrite variant="quiet" size="sm" isIconOnly icon="edit" href={`${hrefOf(row)}?edit=true`}>
        {t('Edit')}
      </LinkButton>
    </>
  )
}

function Empty({ actions }: { readonly actions: ReactNode }) {
  return (
    <EmptyState
      size="lg"
      icon="dashboard"
      title={t('No dashboards yet')}
      text={
        <>
          <p>{t('Start with an empty one, or drop a file on the home page and begin with a chart.')}</p>
          <AccessContacts />
        </>
      }
      actions={
        <>
          {actions}
          <LinkButton href="/">{t('Go home')}</LinkButton>
        </>
      }
    />
  )
}

/** `/dashboard/list` */
export default function DashboardsPage() {
  const navigate = useNavigate()
  const [edited, edit] = useState<number>()
  const [shared, share] = useState<DashboardResponse>()
  const open = (href: string) => void navigate({ href })
  return (
    <>
      <ResourceList<DashboardResponse>
        name="dashboard"
        noun={t('dashboard')}
        title={t('Dashboards')}
        searchLabel={t('Search by title or URL')}
        searchFilter={(value) => ({ col: 'dashboard_title', opr: 'title_or_slug', value })}
        nameOf={nameOf}
        bundles="dashboard"
        isBinned
        duplicate={{ copy: copyOfDashboard }}
        hasOwners
        hasFolders
        tagged="dashboard"
        card={card()}
        filters={[
          ownerFilter(),
          creatorFilter(),
          statusFilter(),
          favoriteFilter('dashboard'),
          certifiedFilter('dashboard'),
          ...folderFilters(),
          ...tagFilters(),
        ]}
        onOpen={(row) => open(hrefOf(row))}
        links={relatedLinks()}
        actions={<NewDashboard label={t('Dashboard')} variant="primary" />}
        columns={columns()}
        rowActions={(row) => <RowActions row={row} onProperties={() => edit(row.id)} onShare={() => share(row)} />}
        empty={(actions) => <Empty actions={actions} />}
      />
      <SharedRow type="dashboard" row={shared} title={shared ? nameOf(shared) : ''} onClose={() => share(undefined)} />
      {edited !== undefined && <StoredPropertiesDialog id={edited} onClose={() => edit(undefined)} />}
    </>
  )
}
