import { MissingGrants } from '#client/lists/MissingGrants.tsx'
import { RoleAccessPreview } from '#client/lists/RoleAccessPreview.tsx'
import type { RemovalTexts } from '#client/lists/removal-texts.ts'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import type { DashboardGrantResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { TextLink } from '#ui/input/TextLink.tsx'

const deletedText = () => t('deleted')
const nameOf = ({ dashboard, dataset }: DashboardGrantResponse) =>
  t('%s on %s', dataset?.table_name ?? deletedText(), dashboard?.dashboard_title ?? deletedText())

const columns = (): readonly TableColumn<DashboardGrantResponse>[] => [
  {
    id: 'dashboard.dashboard_title',
    title: t('Dashboard'),
    isSortable: true,
    cell: ({ dashboard }) =>
      dashboard ? (
        <TextLink href={`/dashboard/${dashboard.id}`} isQuiet>
          {dashboard.dashboard_title}
        </TextLink>
      ) : (
        deletedText()
      ),
  },
  {
    id: 'roles',
    title: t('Roles'),
    isWideOnly: true,
    cell: ({ dashboard }) => dashboard?.roles.map(({ name }) => name).join(', '),
  },
  {
    id: 'dataset.table_name',
    title: t('Dataset'),
    isSortable: true,
    cell: ({ dataset }) => dataset?.table_name ?? deletedText(),
  },
  {
    id: 'created_by',
    title: t('Granted by'),
    isWideOnly: true,
    cell: ({ created_by }) =>
      created_by ? `${created_by.first_name} ${created_by.last_name}`.trim() : t('The product'),
  },
  {
    id: 'created_on_delta_humanized',
    title: t('Granted'),
    isSortable: true,
    width: 160,
    cell: (row) => row.created_on_delta_humanized,
  },
]

const revocation = (): RemovalTexts => ({
  verb: t('Revoke'),
  act: (name) => t('Revoke %s', name),
  question: (count) => t('Revoke %s?', count),
  done: (names) => t('Revoked: %s', names),
  failed: (names) => t('There was an issue revoking: %s', names),
})

/** `/dashboard_grant/list`: the data access that dashboard roles grant. */
export default function DashboardGrantsPage() {
  return (
    <ResourceList<DashboardGrantResponse>
      name="dashboard_grant"
      noun={t('grant')}
      title={t('Access by role')}
      searchLabel={t('Search by dashboard or dataset')}
      searchFilter={(value) => ({ col: 'dashboard', opr: 'dashboard_grant_all_text', value })}
      nameOf={nameOf}
      aside={
        <>
          <MissingGrants />
          <RoleAccessPreview />
        </>
      }
      links={[{ href: '/dashboard/list', text: t('Dashboards') }]}
      columns={columns()}
      removal={revocation()}
      empty={() => (
        <EmptyState
          size="lg"
          icon="lock"
          title={t('No dashboard opens data to roles')}
          text={t('A grant is recorded here when a user with access to the data saves a dashboard with roles.')}
        />
      )}
    />
  )
}
