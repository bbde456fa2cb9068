import { AccessContacts } from '#client/access/RequestAccess.tsx'
import { ShareButton, SharedRow } from '#client/shell/ShareAction.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { fetchDatasetLineage } from '#calls/lineage.ts'
import { AddDataset } from '#client/lists/AddDataset.tsx'
import { changedColumn, nameColumn, ownersColumn } from '#client/lists/cells.tsx'
import { copyOfDataset } from '#client/lists/copies.ts'
import { datasetUses } from '#client/lists/dataset-uses.ts'
import { JoinDialog } from '#client/lists/join/JoinDialog.tsx'
import {
  certifiedFilter,
  creatorFilter,
  databaseFilter,
  datasetTypeFilter,
  ownerFilter,
  tagFilters,
  folderFilters,
} from '#client/lists/list-filter.ts'
import { folderColumn } from '#client/lists/FolderPath.tsx'
import { tagsColumn } from '#client/lists/TagChips.tsx'
import type { ListLink, EntityUse } from '#client/lists/list-props.ts'
import { mayUpload } from '#client/upload/may-upload.ts'
import { NewDatasetMenu } from '#client/lists/NewDatasetMenu.tsx'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { RunningUploads } from '#client/upload/RunningUploads.tsx'
import { UploadModal } from '#client/upload/UploadModal.tsx'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { hasPermission } from '#core/access/ability.ts'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'

const nameOf = (row: DatasetResponse) => row.table_name
const hrefOf = (row: { readonly id: number }) => `/explore?dataset_id=${row.id}`

const columns = (): readonly TableColumn<DatasetResponse>[] => [
  nameColumn({ id: 'table_name', title: t('Name') }, nameOf, hrefOf),
  {
    id: 'kind',
    title: t('Type'),
    width: 120,
    cell: (row) => <Badge isOutlined>{row.kind === 'virtual' ? t('Virtual') : t('Physical')}</Badge>,
  },
  {
    id: 'database.database_name',
    title: t('Database'),
    width: 160,
    isWideOnly: true,
    cell: (row) => row.database?.database_name,
  },
  ownersColumn(),
  changedColumn(),
  folderColumn(),
  tagsColumn(nameOf),
]

/** Links to lists of related resources. */
function relatedLinks(): readonly ListLink[] {
  const { user } = session()
  return [
    ...(hasPermission(user, 'can_read', 'Folder') ? [{ href: '/folder/list', text: t('Folders') }] : []),
    ...(hasPermission(user, 'can_read', 'Database') ? [{ href: '/database/list', text: t('Databases') }] : []),
    ...(hasPermission(user, 'can_read', 'SavedQuery') ? [{ href: '/saved_query/list', text: t('Saved queries') }] : []),
  ]
}

/** Only virtual datasets can be duplicated: a table has one dataset. */
const mayDuplicate = ({ kind }: DatasetResponse) =>
  kind === 'virtual' && hasPermission(session().user, 'can_duplicate', 'Dataset')

/** Returns the charts and dashboards that depend on datasets, limited to what the user may see. */
const usedIn = async (rows: readonly DatasetResponse[]): Promise<readonly EntityUse[]> =>
  datasetUses(await Promise.all(rows.map(({ id }) => fetchDatasetLineage(id))))

const empty = (actions: ReactNode) => (
  <EmptyState
    size="lg"
    icon="database"
    title={t('No datasets yet')}
    text={
      <>
        <p>{t('Upload a file, or select a table of a database.')}</p>
        <AccessContacts />
      </>
    }
    actions={actions}
  />
)

const filters = () => [
  ownerFilter(),
  creatorFilter(),
  databaseFilter(),
  datasetTypeFilter(),
  certifiedFilter('dataset'),
  ...folderFilters(),
  ...tagFilters(),
]

function RowActions({ row, onShare }: { readonly row: DatasetResponse; readonly onShare: () => void }) {
  return (
    <>
      <ShareButton row={row} name={nameOf(row)} onPress={onShare} />
      <LinkButton variant="quiet" size="sm" isIconOnNarrow icon="chart" href={hrefOf(row)}>
        {t('Explore')}
      </LinkButton>
    </>
  )
}

/** `/dataset/list` */
export default function DatasetsPage() {
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const [opened, open] = useState<'table' | 'join'>()
  const [shared, share] = useState<DatasetResponse>()
  const { upload } = useSearch({ strict: false })
  const [isUploading, setUploading] = useState(upload !== undefined && mayUpload())
  const explore = (row: { readonly id: number }) => void navigate({ href: hrefOf(row) })
  const menu = (
    <NewDatasetMenu onTable={() => open('table')} onFile={() => setUploading(true)} onJoin={() => open('join')} />
  )
  const both = (
    <>
      {mayUpload() && (
        <Button isWrite icon="upload" onPress={() => setUploading(true)}>
          {t('Upload a file')}
        </Button>
      )}
      {menu}
    </>
  )
  return (
    <>
      <RunningUploads />
      <ResourceList<DatasetResponse>
        name="dataset"
        noun={t('dataset')}
        title={t('Datasets')}
        searchLabel={t('Search by name')}
        searchFilter={(value) => ({ col: 'table_name', opr: 'ct', value })}
        nameOf={nameOf}
        bundles="dataset"
        isBinned
        duplicate={{ copy: copyOfDataset, isFor: mayDuplicate }}
        hasOwners
        hasFolders
        tagged="dataset"
        usedIn={usedIn}
        filters={filters()}
        onOpen={explore}
        links={relatedLinks()}
        // The menu offers the upload as well: a phone has room for one of the two.
        actions={isNarrow ? menu : both}
        columns={columns()}
        rowActions={(row) => <RowActions row={row} onShare={() => share(row)} />}
        empty={(actions) => empty(actions && both)}
      />
      <UploadModal isOpen={isUploading} onClose={() => setUploading(false)} onLoaded={(id) => explore({ id })} />
      <SharedRow type="dataset" row={shared} title={shared ? nameOf(shared) : ''} onClose={() => share(undefined)} />
      {opened === 'join' && <JoinDialog onClose={() => open(undefined)} onAdded={(id) => explore({ id })} />}
      <AddDataset isOpen={opened === 'table'} onClose={() => open(undefined)} onAdded={(id) => explore({ id })} />
    </>
  )
}
