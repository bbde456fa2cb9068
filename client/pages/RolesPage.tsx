import { useState } from 'react'
import { ChangesDialog } from '#client/access/ChangesDialog.tsx'
import { CompareRolesDialog } from '#client/access/CompareRolesDialog.tsx'
import { ViewAsDialog } from '#client/access/ViewAsDialog.tsx'
import { RoleDialog } from '#client/access/RoleDialog.tsx'
import { changedColumn } from '#client/lists/cells.tsx'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { session } from '#client/session/session.ts'
import { isAdmin } from '#core/access/ability.ts'
import type { RoleResponse } from '#core/rest/responses.ts'
import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Badge } from '#ui/display/Badge.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'

const nameOf = ({ name }: RoleResponse) => name

/** Returns how many users have the role, themselves or by a group. */
const memberCount = ({ user_ids, group_user_ids }: RoleResponse) => user_ids.length + group_user_ids.length

const columns = (): readonly TableColumn<RoleResponse>[] => [
  { id: 'name', title: t('Name'), isSortable: true, cell: nameOf },
  {
    id: 'is_built_in',
    title: t('Type'),
    cell: ({ is_built_in }) => (is_built_in ? <Badge>{t('Built in')}</Badge> : t('Custom')),
  },
  {
    id: 'user_ids',
    title: t('Users'),
    align: 'end',
    cell: memberCount,
    stackedCell: (row) => tn('%s user', '%s users', memberCount(row), memberCount(row)),
  },
  {
    id: 'permission_count',
    title: t('Permissions'),
    align: 'end',
    cell: (row) => row.permission_count,
    stackedCell: ({ permission_count: count }) => tn('%s permission', '%s permissions', count, count),
  },
  changedColumn(),
]

interface EditedRole {
  /** Absent for a new role. */
  readonly role?: RoleResponse
  readonly isCopy?: boolean
}

interface RoleActionsProps {
  readonly role: RoleResponse
  readonly onEdit: (edited: EditedRole) => void
  readonly onList: (role: RoleResponse) => void
  readonly onCompare: (role: RoleResponse) => void
  readonly onView: (role: RoleResponse) => void
}

function RoleActions({ role, onEdit, onList, onCompare, onView }: RoleActionsProps) {
  return (
    <>
      <Button isWrite variant="quiet" size="sm" icon="edit" isIconOnNarrow onPress={() => onEdit({ role })}>
        {t('Edit')}
      </Button>
      <IconButton
        isWrite
        icon="copy"
        size="sm"
        label={t('Duplicate %s', role.name)}
        onPress={() => onEdit({ role, isCopy: true })}
      />
      <IconButton icon="history" size="sm" label={t('Changes of %s', role.name)} onPress={() => onList(role)} />
      {isAdmin(session().user) && (
        <>
          <IconButton
            icon="columns"
            size="sm"
            label={t('Compare %s with another role', role.name)}
            onPress={() => onCompare(role)}
          />
          <IconButton isWrite icon="eye" size="sm" label={t('View as %s', role.name)} onPress={() => onView(role)} />
        </>
      )}
    </>
  )
}

/** `/roles/list`: roles, their permissions and their users. */
export default function RolesPage() {
  const [edited, setEdited] = useState<EditedRole>()
  const [compared, setCompared] = useState<RoleResponse>()
  const [viewed, setViewed] = useState<RoleResponse>()
  const [listed, setListed] = useState<RoleResponse>()
  const mayEdit = (row: RoleResponse) => row.abilities?.can_write !== false
  return (
    <>
      <ResourceList<RoleResponse>
        name="security/roles"
        noun={t('role')}
        title={t('Roles')}
        searchLabel={t('Search by name')}
        searchFilter={(value) => ({ col: 'name', opr: 'ct', value })}
        nameOf={nameOf}
        isPermanent={(role) => role.is_built_in}
        onOpen={(role) => mayEdit(role) && setEdited({ role })}
        links={[
          { href: '/users/list', text: t('Users') },
          { href: '/rowlevelsecurity/list', text: t('Row-level security') },
        ]}
        columns={columns()}
        actions={
          <Button isWrite variant="primary" icon="plus" onPress={() => setEdited({})}>
            {t('Role')}
          </Button>
        }
        rowActions={(role) =>
          mayEdit(role) && (
            <RoleActions role={role} onEdit={setEdited} onList={setListed} onCompare={setCompared} onView={setViewed} />
          )
        }
        empty={(actions) => <EmptyState size="lg" icon="lock" title={t('No roles yet')} actions={actions} />}
      />
      {compared && <CompareRolesDialog role={compared} onClose={() => setCompared(undefined)} />}
      {viewed && (
        <ViewAsDialog subject={{ role_id: viewed.id }} name={viewed.name} onClose={() => setViewed(undefined)} />
      )}
      {listed && (
        <ChangesDialog name="security/roles" id={listed.id} title={listed.name} onClose={() => setListed(undefined)} />
      )}
      {edited && <RoleDialog role={edited.role} isCopy={edited.isCopy === true} onClose={() => setEdited(undefined)} />}
    </>
  )
}
