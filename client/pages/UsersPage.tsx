import { useState } from 'react'
import { DeleteUserDialog } from '#client/access/DeleteUserDialog.tsx'
import { ImportUsersDialog } from '#client/access/ImportUsersDialog.tsx'
import { accessDialogTitle, UserAccessDialog } from '#client/access/UserAccessDialog.tsx'
import { SignInLinkDialog } from '#client/access/SignInLinkDialog.tsx'
import { ViewAsDialog } from '#client/access/ViewAsDialog.tsx'
import { UserDialog } from '#client/access/UserDialog.tsx'
import type { ListFilter } from '#client/lists/list-filter.ts'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { session } from '#client/session/session.ts'
import { download } from '#client/shell/downloads.ts'
import { exportUsers } from '#calls/security.ts'
import { isAdmin } from '#core/access/ability.ts'
import { parseUtc, timestampText } from '#client/session/timestamps.ts'
import type { UserResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Badge } from '#ui/display/Badge.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'

const nameOf = ({ username }: UserResponse) => username

const columns = (): readonly TableColumn<UserResponse>[] => [
  { id: 'username', title: t('User name'), isSortable: true, cell: nameOf },
  { id: 'first_name', title: t('Name'), isSortable: true, cell: (row) => `${row.first_name} ${row.last_name}`.trim() },
  { id: 'email', title: t('Email'), isSortable: true, isWideOnly: true, cell: ({ email }) => email },
  { id: 'roles', title: t('Roles'), cell: ({ roles }) => roles.map(({ name }) => name).join(', ') },
  {
    id: 'groups',
    title: t('Groups'),
    isWideOnly: true,
    cell: ({ groups }) => groups.map(({ name }) => name).join(', '),
  },
  {
    id: 'active',
    title: t('Status'),
    isSortable: true,
    cell: ({ active, has_password, is_service }) =>
      active && is_service ? (
        <Badge tone="accent">{t('Service account')}</Badge>
      ) : active ? (
        <Badge tone={has_password ? 'good' : 'warn'}>{has_password ? t('Active') : t('No password yet')}</Badge>
      ) : (
        <Badge>{t('Deactivated')}</Badge>
      ),
  },
  {
    id: 'last_login',
    title: t('Last sign-in'),
    isSortable: true,
    isWideOnly: true,
    cell: ({ last_login }) => (last_login === null ? t('Never') : timestampText(parseUtc(last_login))),
  },
]

const filters = (): readonly ListFilter[] => [
  {
    id: 'role',
    label: t('Role'),
    related: 'roles',
    condition: (value) => ({ col: 'roles', opr: 'rel_m_m', value: Number(value) }),
  },
  {
    id: 'active',
    label: t('Status'),
    options: [
      { value: 'yes', label: t('Active') },
      { value: 'no', label: t('Deactivated') },
    ],
    condition: (value) => ({ col: 'active', opr: 'eq', value: value === 'yes' }),
  },
  {
    id: 'type',
    label: t('Type'),
    options: [
      { value: 'user', label: t('Users who sign in') },
      { value: 'service', label: t('Service accounts') },
    ],
    condition: (value) => ({ col: 'is_service', opr: 'eq', value: value === 'service' }),
  },
]

const links = () => [
  { href: '/roles/list', text: t('Roles') },
  { href: '/list_groups', text: t('Groups') },
]

type Link = Pick<UserResponse, 'id' | 'username' | 'email' | 'has_password'>

interface RowActionsProps {
  readonly user: UserResponse
  readonly onEdit: (user: UserResponse) => void
  readonly onLink: (user: UserResponse) => void
  readonly onAccess: (user: UserResponse) => void
  readonly onView: (user: UserResponse) => void
  readonly onDelete: (user: UserResponse) => void
}

function RowActions({ user, onEdit, onLink, onAccess, onView, onDelete }: RowActionsProps) {
  return (
    <>
      <Button isWrite variant="quiet" size="sm" icon="edit" isIconOnNarrow onPress={() => onEdit(user)}>
        {t('Edit')}
      </Button>
      {user.active && !user.is_service && (
        <IconButton
          isWrite
          icon="link"
          size="sm"
          label={t('Sign-in link for %s', user.username)}
          onPress={() => onLink(user)}
        />
      )}
      <IconButton icon="lock" size="sm" label={accessDialogTitle(user)} onPress={() => onAccess(user)} />
      {user.active && user.id !== session().user.userId && isAdmin(session().user) && (
        <IconButton isWrite icon="eye" size="sm" label={t('View as %s', user.username)} onPress={() => onView(user)} />
      )}
      {user.id !== session().user.userId && (
        <IconButton
          isWrite
          icon="trash"
          size="sm"
          label={t('Delete %s', user.username)}
          onPress={() => onDelete(user)}
        />
      )}
    </>
  )
}

interface ListActionsProps {
  readonly onImport: () => void
  readonly onAdd: () => void
}

/** The actions of the list: the CSV file of all users, and new users. */
function ListActions({ onImport, onAdd }: ListActionsProps) {
  const exportFile = () => void download('users.csv', async ({ signal }) => ({ content: await exportUsers(signal) }))
  return (
    <>
      <Button icon="download" isIconOnNarrow onPress={exportFile}>
        {t('Download as CSV')}
      </Button>
      <Button isWrite icon="upload" isIconOnNarrow onPress={onImport}>
        {t('Import')}
      </Button>
      <Button isWrite variant="primary" icon="plus" onPress={onAdd}>
        {t('User')}
      </Button>
    </>
  )
}

/** `/users/list`: users, their roles and sign-in links. */
export default function UsersPage() {
  /** The user whose dialog is open; null for a new one. */
  const [edited, setEdited] = useState<UserResponse | null>()
  const [linked, setLinked] = useState<Link>()
  const [accessed, setAccessed] = useState<Parameters<typeof UserAccessDialog>[0]['user']>()
  const [viewed, setViewed] = useState<UserResponse>()
  const [removed, setRemoved] = useState<UserResponse>()
  const [isImporting, setImporting] = useState(false)
  const mayEdit = (row: UserResponse) => row.abilities?.can_write !== false
  return (
    <>
      <ResourceList<UserResponse>
        name="security/users"
        noun={t('user')}
        title={t('Users')}
        searchLabel={t('Search by name or email')}
        searchFilter={(value) => ({ col: 'username', opr: 'user_all_text', value })}
        filters={filters()}
        nameOf={nameOf}
        isReadOnly
        onOpen={(row) => mayEdit(row) && setEdited(row)}
        links={links()}
        columns={columns()}
        actions={<ListActions onImport={() => setImporting(true)} onAdd={() => setEdited(null)} />}
        rowActions={(row) =>
          mayEdit(row) && (
            <RowActions
              user={row}
              onEdit={setEdited}
              onLink={setLinked}
              onAccess={setAccessed}
              onView={setViewed}
              onDelete={setRemoved}
            />
          )
        }
        empty={(actions) => <EmptyState size="lg" icon="user" title={t('No users yet')} actions={actions} />}
      />
      {edited !== undefined && (
        <UserDialog
          user={edited ?? undefined}
          onCreated={({ isService, ...user }) => {
            if (isService) setAccessed({ ...user, is_service: true, active: true })
            else setLinked({ ...user, has_password: false })
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {linked && (
        <SignInLinkDialog user={linked} hasPassword={linked.has_password} onClose={() => setLinked(undefined)} />
      )}
      {viewed && (
        <ViewAsDialog subject={{ user_id: viewed.id }} name={viewed.username} onClose={() => setViewed(undefined)} />
      )}
      {accessed && <UserAccessDialog user={accessed} onClose={() => setAccessed(undefined)} />}
      {isImporting && <ImportUsersDialog onClose={() => setImporting(false)} />}
      {removed && <DeleteUserDialog user={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}
