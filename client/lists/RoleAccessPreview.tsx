import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchAccessByRole } from '#calls/dashboard-grants.ts'
import type { RoleAccessResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Modal } from '#ui/overlay/Modal.tsx'

type RoleRow = RoleAccessResponse['result'][number]
type DashboardRow = RoleAccessResponse['restricted'][number]

const namesOf = (objects: readonly { readonly name: string }[]) => objects.map(({ name }) => name).join(', ')

const roleColumns = (): readonly TableColumn<RoleRow>[] => [
  { id: 'role', title: t('Role'), cell: ({ role }) => role.name },
  { id: 'dashboards', title: t('Dashboards'), cell: ({ dashboards }) => namesOf(dashboards) },
  { id: 'charts', title: t('Charts'), cell: ({ charts }) => namesOf(charts) },
  { id: 'datasets', title: t('Datasets'), cell: ({ datasets }) => namesOf(datasets) },
]

const dashboardColumns = (): readonly TableColumn<DashboardRow>[] => [
  { id: 'dashboard', title: t('Dashboard'), cell: ({ dashboard }) => dashboard.name },
  { id: 'roles', title: t('Open only to these roles'), cell: ({ roles }) => namesOf(roles) },
]

function Preview({ result, restricted, is_truncated: isTruncated }: RoleAccessResponse) {
  return (
    <>
      <p>
        {t(
          'Roles of dashboards have no effect in this installation. With the setting %s, these roles would also see the objects below.',
          'FACET_FEATURE_DASHBOARD_RBAC=1',
        )}
      </p>
      <Table
        label={t('Also visible to roles')}
        rows={result}
        rowKey={({ role }) => String(role.id)}
        columns={roleColumns()}
        empty={<EmptyState title={t('No role would see more')} />}
      />
      <p>{t('Other users would no longer open these dashboards, unless they own them or have a grant on them.')}</p>
      <Table
        label={t('Dashboards with roles')}
        rows={restricted}
        rowKey={({ dashboard }) => String(dashboard.id)}
        columns={dashboardColumns()}
        empty={<EmptyState title={t('No published dashboard has roles')} />}
      />
      {isTruncated && <p>{t('There are more dashboards with roles than are listed.')}</p>}
    </>
  )
}

/**
 * A button with a dialog that lists what dashboard roles would open and close. Shows nothing where dashboard roles have
 * an effect already.
 */
export function RoleAccessPreview() {
  const [isOpen, setOpen] = useState(false)
  const access = useQuery({
    queryKey: ['list', 'dashboard_grant', 'by_role'],
    queryFn: ({ signal }) => fetchAccessByRole(signal),
  })
  if (access.data?.is_on) return null
  return (
    <>
      <Button isDisabled={access.isPending} onPress={() => setOpen(true)}>
        {t('Access by role is off')}
      </Button>
      <Modal title={t('Access by role is off')} isOpen={isOpen} onClose={() => setOpen(false)} size="lg">
        {access.data ? (
          <Preview {...access.data} />
        ) : (
          <ErrorPanel
            title={t('The effect of dashboard roles cannot be listed: %s', access.error?.message ?? '')}
            actions={<Button onPress={() => void access.refetch()}>{t('Try again')}</Button>}
          />
        )}
      </Modal>
    </>
  )
}
