import { useState } from 'react'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { useSaveResource } from '#client/annotations/use-save.ts'
import { type NamedEntity, RelatedField } from '#client/properties/RelatedField.tsx'
import type { GroupResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'

interface Props {
  /** The group to edit; absent for a new one. */
  readonly group?: GroupResponse | undefined
  readonly onClose: () => void
}

interface Draft {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly roles: readonly NamedEntity[]
  readonly users: readonly NamedEntity[]
}

const draftOf = (group: GroupResponse | undefined): Draft => ({
  name: group?.name ?? '',
  label: group?.label ?? '',
  description: group?.description ?? '',
  roles: (group?.roles ?? []).map(({ id, name }) => ({ id, name })),
  users: (group?.users ?? []).map(({ id, username, first_name, last_name }) => ({
    id,
    name: `${first_name} ${last_name}`.trim() || (username ?? String(id)),
  })),
})

const bodyOf = (draft: Draft) => ({
  name: draft.name.trim(),
  label: draft.label.trim() || null,
  description: draft.description.trim() || null,
  roles: draft.roles.map(({ id }) => id),
  users: draft.users.map(({ id }) => id),
})

/** Edits the name, the roles and the users of a group. */
export function GroupDialog({ group, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(group))
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const save = useSaveResource('security/groups', group?.id, onClose, group?.version)
  return (
    <SaveDialog
      title={group ? t('Edit group %s', group.name) : t('Add group')}
      problem={save.error?.message}
      isChanged={JSON.stringify(draft) !== JSON.stringify(draftOf(group))}
      canSave={draft.name.trim() !== ''}
      isSaving={save.isPending}
      onSave={() => save.mutate(bodyOf(draft))}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        isRequired
        autoFocus
        maxLength={100}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <TextField label={t('Label')} maxLength={150} value={draft.label} onChange={(label) => change({ label })} />
      <TextField
        label={t('Description')}
        isMultiline
        rows={2}
        maxLength={512}
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <RelatedField
        of="security/groups"
        label={t('Roles')}
        field="roles"
        description={t('Every user of the group has them')}
        value={draft.roles}
        onChange={(roles) => change({ roles })}
      />
      <RelatedField
        of="security/groups"
        label={t('Users')}
        field="users"
        value={draft.users}
        onChange={(users) => change({ users })}
      />
    </SaveDialog>
  )
}
