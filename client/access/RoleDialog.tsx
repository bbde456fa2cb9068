import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createResource, fetchResource, updateResource } from '#calls/resources.ts'
import { setUsersOfRole } from '#calls/security.ts'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { type NamedEntity, RelatedField } from '#client/properties/RelatedField.tsx'
import type { RoleResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { offerUndo } from './grant-texts.ts'
import { type Pair, pairKey } from './permission-groups.ts'
import { PermissionTree } from './PermissionTree.tsx'
import { QuotaSection, useQuotaDraft } from './QuotaSection.tsx'

interface Props {
  /** The role to edit or to duplicate; absent for an empty new one. */
  readonly role?: RoleResponse | undefined
  readonly isCopy?: boolean
  readonly onClose: () => void
}

const usersOf = (role: RoleResponse | undefined): readonly NamedEntity[] =>
  (role?.users ?? []).map(({ id, username, first_name, last_name }) => ({
    id,
    name: `${first_name} ${last_name}`.trim() || (username ?? String(id)),
  }))

const keysOf = (pairs: readonly Pair[]) => pairs.map(pairKey).toSorted().join()
const idsOf = (users: readonly NamedEntity[]) =>
  users
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join()

/** Returns the role as the holder of a quota; quotas of roles do not limit administrators. */
const holderOf = (role: RoleResponse | undefined) =>
  role && role.name.toLowerCase() !== 'admin' ? ({ type: 'role', id: role.id } as const) : undefined

/** Returns the groups whose users have the role too; undefined without any. */
function groupText(role: RoleResponse | undefined): string | undefined {
  const names = (role?.groups ?? []).map(({ name }) => name)
  return names.length === 0 ? undefined : t('The users of these groups have the role too: %s', names.join(', '))
}

interface RoleUsersProps {
  readonly role: RoleResponse | undefined
  readonly value: readonly NamedEntity[]
  readonly onChange: (users: readonly NamedEntity[]) => void
}

/** Selects the users of a role; names the groups that have it. */
function RoleUsers({ role, value, onChange }: RoleUsersProps) {
  return (
    <RelatedField
      of="security/roles"
      label={t('Users')}
      field="users"
      description={groupText(role)}
      value={value}
      onChange={onChange}
    />
  )
}

interface RoleNameProps {
  readonly isBuiltIn: boolean
  readonly value: string
  readonly onChange: (name: string) => void
}

function RoleName({ isBuiltIn, value, onChange }: RoleNameProps) {
  return (
    <TextField
      label={t('Name')}
      isRequired
      autoFocus={!isBuiltIn}
      isDisabled={isBuiltIn}
      maxLength={64}
      description={isBuiltIn ? t('A built-in role: duplicate it to change its permissions') : undefined}
      value={value}
      onChange={onChange}
    />
  )
}

/** Offers to save the name and the permissions from before a save, unless the role is changed since. */
function offerRoleUndo(
  { id, version, name }: { readonly id: number; readonly version?: number; readonly name: string },
  { name: nameBefore, permissions }: { readonly name: string; readonly permissions: readonly Pair[] },
  refresh: () => void,
): void {
  if (version === undefined) return
  const undo = () => updateResource('security/roles', id, { name: nameBefore, permissions }, version)
  offerUndo(t('Permissions of %s saved', name), undo, refresh)
}

/** Edits the name, the permissions and the users of a role. Of a built-in role, only the users can be changed. */
function RoleForm({ role, isCopy = false, onClose }: Props) {
  const client = useQueryClient()
  const edited = isCopy ? undefined : role
  const first = {
    name: isCopy && role ? t('Copy of %s', role.name) : (role?.name ?? ''),
    permissions: role?.permissions ?? [],
    users: isCopy ? [] : usersOf(role),
  }
  const [name, setName] = useState(first.name)
  const [permissions, setPermissions] = useState<readonly Pair[]>(first.permissions)
  const [users, setUsers] = useState(first.users)
  const quota = useQuotaDraft(holderOf(edited))
  const isBuiltIn = edited?.is_built_in === true
  const areUsersChanged = idsOf(users) !== idsOf(first.users)
  const isRoleChanged = name !== first.name || keysOf(permissions) !== keysOf(first.permissions)
  const refresh = () => {
    for (const each of ['roles', 'users']) void client.invalidateQueries({ queryKey: ['list', `security/${each}`] })
  }
  const save = useMutation({
    mutationFn: async () => {
      await quota.save()
      const body = { name: name.trim(), permissions }
      let id = edited?.id
      let saved: Awaited<ReturnType<typeof updateResource>> | undefined
      if (id === undefined) id = (await createResource('security/roles', body)).id
      else if (isRoleChanged) saved = await updateResource('security/roles', id, body, edited?.version)
      if (areUsersChanged)
        await setUsersOfRole(
          id,
          users.map((user) => user.id),
          first.users.map((user) => user.id),
        )
      return saved
    },
    onSuccess: (saved) => {
      refresh()
      onClose()
      if (saved) offerRoleUndo({ ...saved, name: name.trim() }, first, refresh)
    },
  })
  return (
    <SaveDialog
      title={edited ? t('Edit role %s', edited.name) : t('Add role')}
      problem={save.error?.message}
      isChanged={isRoleChanged || areUsersChanged || quota.isChanged}
      canSave={name.trim() !== ''}
      isSaving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <RoleName isBuiltIn={isBuiltIn} value={name} onChange={setName} />
      <RoleUsers role={edited} value={users} onChange={setUsers} />
      <QuotaSection draft={quota} />
      <PermissionTree value={permissions} onChange={setPermissions} isDisabled={isBuiltIn} />
    </SaveDialog>
  )
}

/** Loads a role with its permissions and users, then edits it or a copy of it. */
export function RoleDialog({ role, isCopy, onClose }: Props) {
  const id = role?.id
  const fullQuery = useQuery({
    queryKey: ['security/roles', id],
    queryFn: ({ signal }) => fetchResource<RoleResponse>('security/roles', id ?? 0, signal),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  if (id === undefined) return <RoleForm onClose={onClose} />
  if (fullQuery.data && !fullQuery.isFetching)
    return <RoleForm role={fullQuery.data} isCopy={isCopy === true} onClose={onClose} />
  return (
    <Modal title={t('Role')} isOpen onClose={onClose}>
      {fullQuery.isError ? (
        <ErrorPanel
          title={t('The role cannot be read: %s', fullQuery.error.message)}
          actions={<Button onPress={() => void fullQuery.refetch()}>{t('Try again')}</Button>}
        />
      ) : (
        <Skeleton label={t('Loading')} height={320} />
      )}
    </Modal>
  )
}
